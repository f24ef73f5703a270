/** A command was not run, or not to its end. The message is for the operator. */
export class NotRun extends Error {}
