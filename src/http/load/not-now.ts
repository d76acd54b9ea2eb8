/** Work that is not done, or not to its end, for want of time, room or anybody who waits for it. */
import { ExpectedError } from '../expected-error.ts';

const REASONS = {
  busy: 'there is more to do than can be done in time',
  late: 'the request was not answered within its deadline',
  gone: 'nobody waits for the answer any more',
} as const;

/** What it answers is 503: the same request may be answered a little later. */
export class NotNowError extends ExpectedError {
  override name = 'NotNowError';
  readonly reason: keyof typeof REASONS;

  constructor(reason: keyof typeof REASONS) {
    super(REASONS[reason]);
    this.reason = reason;
  }
}
