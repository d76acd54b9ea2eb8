import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createOperationMemo } from '../../src/execution/operation-memo.ts';

describe('the memo of an operation', () => {
  const counter = () => {
    let count = 0;
    return () => (count += 1);
  };

  it('computes once more when the operation comes again, and then no more', () => {
    const memo = createOperationMemo<number>();
    const document = parse('{ country { name } }');
    const compute = counter();
    expect([1, 2, 3, 4].map(() => memo.get(document, undefined, 'a', compute))).toEqual([1, 2, 2, 2]);
    expect(memo.get(document, undefined, 'b', compute)).toBe(3);
    expect(memo.get(document, undefined, 'a', compute)).toBe(2);
  });

  it('tells operations and documents apart', () => {
    const memo = createOperationMemo<string>();
    const two = parse('query A { country { name } } query B { city { name } }');
    for (const turn of [1, 2, 3]) {
      for (const name of ['A', 'B']) expect([turn, memo.get(two, name, '', () => name)]).toEqual([turn, name]);
    }
    const same = parse('query A { country { name } }');
    for (const turn of [1, 2]) expect([turn, memo.get(same, 'A', '', () => 'other')]).toEqual([turn, 'other']);
  });

  it('computes each time what may depend on variables, or has no operation', () => {
    const memo = createOperationMemo<number>();
    const compute = counter();
    const document = parse('query A($id: ID) { node(id: $id) { nodeId } } query B { country { name } }');
    expect([1, 2, 3].map(() => memo.get(document, 'A', '', compute))).toEqual([1, 2, 3]);
    expect([1, 2, 3].map(() => memo.get(document, undefined, '', compute))).toEqual([4, 5, 6]);
  });
});
