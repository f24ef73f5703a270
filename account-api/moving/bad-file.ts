/** A file cannot be used. The message is for the operator, without a full stop. */
export class BadFile extends Error {}
