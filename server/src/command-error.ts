/** An error that the operator can act on. Its message is one line. */
export class CommandError extends Error {}
