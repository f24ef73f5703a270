import { AsyncLocalStorage } from 'node:async_hooks'

/** The log id of the call that the present code works for, down to its statements. */
export const currentLogId = new AsyncLocalStorage<string>()
