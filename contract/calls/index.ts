import type { Call } from '../call'
import * as account from './account'
import * as codes from './codes'
import * as login from './login'
import * as register from './register'
import * as registered from './registered'
import * as stepup from './stepup'

/** Every call of the contract, by name. A row stands here only with its handler. */
export const calls = { ...codes, ...login, ...register, ...registered, ...account, ...stepup }

export type Calls = typeof calls
export type CallName = keyof Calls

/** The same rows without their particular types, for code that treats all alike. */
export const allCalls: readonly Call[] = Object.values(calls)
