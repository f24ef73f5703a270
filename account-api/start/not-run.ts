/** The command was not run. The message is for the operator. */
export class NotRun extends Error {}
