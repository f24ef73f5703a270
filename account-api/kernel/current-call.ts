import { AsyncLocalStorage } from 'node:async_hooks'
import type { Told } from '../../contract/terms/power'
import type { Setting } from './service'

/** What is known of the call that the present code works for. */
interface Row {
  name: string
  power: { tells: readonly Told[] }
}

/** The call that the present code works for, down to its statements. */
export const currentCall = new AsyncLocalStorage<{ logId: string; row?: Row }>()

/** Warns of a message that the row of the present call does not state. The message is sent all the same. */
export const checkTold = ({ warn }: Setting, told: Told): void => {
  const row = currentCall.getStore()?.row
  if (row && !row.power.tells.includes(told)) warn({ call: row.name, told }, 'a call told what its row does not state')
}
