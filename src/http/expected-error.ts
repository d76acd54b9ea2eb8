/** An error that becomes an answer. Nobody asks where it was made, which would take longer to find out than all the rest of it. */
export class ExpectedError extends Error {
  constructor(message: string) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Errors of somebody else's classes that are made meanwhile know as little of where they were made. Nothing may be waited for in `work`. */
export function withoutStacks<Made>(work: () => Made): Made {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return work();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
