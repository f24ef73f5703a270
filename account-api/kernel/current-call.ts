import { AsyncLocalStorage } from 'node:async_hooks'
import type { Told } from '#contract/terms/power'
import type { Act } from './events/event'
import type { From } from './from'

/** Facts about the current call. */
interface Row {
  name: string
  power: { tells: readonly Told[] }
}

interface CurrentCall {
  logId: string
  row?: Row
  /** The act of the call, for its event. Undefined: it only reads. */
  act?: Act
  /** The browser that makes the call. Undefined: an operator or a job. */
  from?: From
}

/** The call that the running code belongs to, down to its statements. */
export const currentCall = new AsyncLocalStorage<CurrentCall>()

/**
 * Sets which account the current act concerns if nobody is signed in. A refusal is stored among that account's events.
 * Nothing is looked up or written here, so known and unknown accounts cost the same.
 */
export const concerns = (accountId: string | undefined): void => {
  const act = currentCall.getStore()?.act
  if (!act || act.accountId !== null) return
  Object.assign(act, { accountId: accountId ?? null })
  if (accountId !== act.signedInAs) act.actor = 'visitor'
}

/** Adds facts to the current act, if there is one. */
export const tellOfAct = (
  known: Partial<
    Pick<Act, 'actor' | 'accountId' | 'organisationId' | 'client' | 'signedInAs' | 'channel' | 'isRepeated'>
  >,
) => {
  const act = currentCall.getStore()?.act
  if (act) Object.assign(act, known)
}

/** Sets which browser makes the current call. */
export const comesFrom = (from: From): void => {
  const call = currentCall.getStore()
  if (call) call.from = from
}

/** Warns of a message that the row of the current call does not declare. The message is still sent. */
export const checkTold = ({ warn }: { warn(fields: object, message: string): void }, told: Told): void => {
  const row = currentCall.getStore()?.row
  if (row && !row.power.tells.includes(told))
    warn({ call: row.name, told }, 'a call sent a message that its row does not declare')
}
