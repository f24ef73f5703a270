import type { CallName } from '#contract/calls'
import { env } from './env.server'

/** True when the account API of this deployment does not have a call. */
export const isAbsent = (name: CallName): boolean => env().accountApi.paths?.[name] === null
