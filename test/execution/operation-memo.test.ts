import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { conditionsKey, createOperationMemo } from '../../src/execution/operation-memo.ts';

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

  it('keeps what depends on variables by its key alone, some results for each operation', () => {
    const memo = createOperationMemo<number>({ needsVariables: false });
    const compute = counter();
    const document = parse('query A($id: ID) { node(id: $id) { nodeId } }');
    expect([1, 2, 3].map(() => memo.get(document, 'A', '', compute))).toEqual([1, 2, 2]);
    for (let key = 0; key < 100; key++) memo.get(document, 'A', key, compute);
    expect(memo.get(document, 'A', '', compute)).toBe(2);
    expect(memo.get(document, 'A', 99, compute)).toBe(103);
  });
});

describe('the key of what a selection depends on', () => {
  it('holds the variables of directives in every part of the document, and no others', () => {
    const document = parse(`query A($id: ID, $a: Boolean!, $b: Boolean!) { node(id: $id) @include(if: $a) { ...F } }
      fragment F on Node { nodeId @skip(if: $b) }`);
    const keys = [
      { id: '1', a: true, b: false },
      { id: '2', a: true, b: false },
      { id: '1', a: false, b: true },
    ].map((variables) => conditionsKey(document, variables));
    expect(keys[0]).toBe(keys[1]);
    expect(keys[0]).not.toBe(keys[2]);
  });
});
