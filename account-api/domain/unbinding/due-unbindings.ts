import { isLastSignInMethod } from '../account/sign-in-methods'
import { nowhere } from '../activity/activity'
import { type DueLog, startLooking } from '../due'
import { inTransaction, type Service } from '../service'
import { seconds } from '../time'
import { removeMobile } from './pending-unbinding'

const dueRule = { lookEveryMs: seconds(5), atOnce: 100 }

/**
 * Removes the lost numbers that are due, until stopped. Any copy may do it at any time: each removal happens once.
 * @returns a function that stops it and waits for a run that has begun
 */
export const startUnbinding = (service: Service, log: DueLog): (() => Promise<void>) => {
  const look = async () => {
    const unbound = await unbindDue(service)
    if (unbound > 0) log.info({ unbound }, 'lost numbers removed')
  }
  return startLooking(look, { everyMs: dueRule.lookEveryMs, log })
}

/**
 * Removes a batch of the lost numbers that are due.
 * @returns how many
 */
export const unbindDue = async (service: Service): Promise<number> => {
  const { setting, storage } = service
  let unbound = 0
  for (const accountId of await storage.unbindings.due(setting.now(), dueRule.atOnce))
    if (await carryOut(service, accountId)) unbound += 1
  return unbound
}

const carryOut = inTransaction<string, boolean>(async (setting, stores, accountId) => {
  await stores.accounts.lock(accountId)
  const pending = await stores.unbindings.take(accountId, setting.now())
  const account = pending && (await stores.accounts.profile(accountId))
  // The number has changed since, or it is the last sign-in method by now.
  if (!account || account.mobile !== pending.mobile || (await isLastSignInMethod(stores, account, 'mobile')))
    return false
  await removeMobile(setting, stores, { account, mobile: pending.mobile, from: nowhere })
  return true
})
