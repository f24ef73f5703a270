import { currentCall } from '#account-api/kernel/current-call'
import type { Event } from '#account-api/kernel/events/event'
import { failureOf } from '#account-api/kernel/failures/failure'
import { count } from '#account-api/kernel/limits/limits'
import type { Service, Transaction } from '#account-api/operator/service'

/**
 * The most refusals of one account that wait together, and of all accounts. What comes beyond is in the audit log and in
 * the metrics alone.
 */
const rule = { everyMs: 1000, most: 100, mostOfAccount: 5 }

type LateEvent = Event & { accountId: string }

/** Takes refusals, and writes them into the database a little later. */
export interface LateEvents {
  add(event: LateEvent): void
  /** Writes what waits now. */
  flush(): Promise<void>
}

/** Which of these accounts are there, until the transaction ends: an erasure leaves no counter of an account. */
const present = async (stores: Transaction, accountIds: readonly string[]): Promise<ReadonlySet<string>> => {
  const ids = [...new Set(accountIds)]
  await stores.accounts.lock(...ids)
  const profiles = await Promise.all(ids.map((id) => stores.accounts.profile(id)))
  return new Set(profiles.flatMap((profile) => profile?.id ?? []))
}

/**
 * Refusals, which nothing commits on its own. They are written once a second and not with the answer: an answer takes no
 * longer where the account is known, and a flood of them costs a bounded number of rows. `limits` has how many a day an
 * account gets.
 */
export const lateEvents = ({ setting, storage }: Service, everyMs: number = rule.everyMs): LateEvents => {
  let waiting: LateEvent[] = []
  let timer: NodeJS.Timeout | undefined

  const flush = async () => {
    clearTimeout(timer)
    timer = undefined
    const events = waiting
    waiting = []
    if (events.length === 0) return
    // None of them belongs to the call that has set the timer.
    await currentCall
      .exit(() =>
        storage.transaction(async (stores) => {
          const there = await present(
            stores,
            events.map(({ accountId }) => accountId),
          )
          for (const event of events.filter(({ accountId }) => there.has(accountId))) {
            const { within } = await count(stores, 'refusedActs', { subject: event.accountId, at: event.at })
            if (within) await stores.events.insert(event)
          }
        }),
      )
      .catch((error: unknown) => setting.warn(failureOf(error), 'refused acts could not be written to the events'))
  }

  return {
    add: (event) => {
      const ofAccount = waiting.filter(({ accountId }) => accountId === event.accountId).length
      if (waiting.length >= rule.most || ofAccount >= rule.mostOfAccount) return
      waiting.push(event)
      timer ??= setTimeout(() => void flush(), everyMs).unref()
    },
    flush,
  }
}
