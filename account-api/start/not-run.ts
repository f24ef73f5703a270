/** A command was not run, or not completed. The message is for the operator. */
export class NotRun extends Error {}
