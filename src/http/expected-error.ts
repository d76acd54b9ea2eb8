/** An error that becomes an answer. Nobody asks where it was made, which would take longer to find out than all the rest of it. */
export class ExpectedError extends Error {
  constructor(message: string) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
  }
}
