import { AsyncLocalStorage } from 'node:async_hooks'
import type { Call } from '../../contract/call'
import type { Told } from '../../contract/terms/power'
import type { Setting } from './service'

/** The call that the present code works for, down to its statements. A command of the operator has no row. */
export const currentCall = new AsyncLocalStorage<{ logId: string; row?: Pick<Call, 'name' | 'power'> }>()

/** Warns of a message that the row of the present call does not state. The message is sent all the same. */
export const checkTold = ({ warn }: Setting, told: Told): void => {
  const row = currentCall.getStore()?.row
  if (row && !row.power.tells.includes(told)) warn({ call: row.name, told }, 'a call told what its row does not state')
}
