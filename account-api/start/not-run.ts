/** A command was not run, or not finished. The message is for the operator. */
export class NotRun extends Error {}
