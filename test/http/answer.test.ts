import { expect, it } from 'vitest';
import { Answer } from '../../src/http/answer.ts';

it.each([0, 1000, 20_000, 1024 * 1024, 1024 * 1024 + 1, 3_500_000])(
  'the tag of %i bytes is the same, however many turns it takes',
  async (length) => {
    const bytes = Buffer.from(Array.from({ length }, (_, at) => at % 251));
    let turns = 0;
    const time = async () => {
      turns += 1;
    };
    const pace = { hasTime: () => turns % 2 === 1, time };
    const paced = await Answer.paced(bytes, 'full', undefined, pace);
    expect(paced).toMatchObject({ tag: new Answer(bytes, 'full').tag, validUntil: Number.POSITIVE_INFINITY });
    expect(turns > 0).toBe(length > 1024 * 1024);
    expect(paced.tag).not.toBe(new Answer(bytes, 'basic').tag);
  },
);

it('nobody’s answer is not finished', async () => {
  const gone = { hasTime: () => false, time: () => Promise.reject(new Error('gone')) };
  await expect(Answer.paced(Buffer.alloc(3_000_000), 'full', undefined, gone)).rejects.toThrow('gone');
});
