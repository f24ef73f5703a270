import { currentCall } from '#account-api/kernel/current-call'
import type { Event } from '#account-api/kernel/events/event'
import { failureOf } from '#account-api/kernel/failures/failure'
import { count } from '#account-api/kernel/limits/limits'
import type { Service, Transaction } from '#account-api/operator/service'

/** How many refusals may wait, per account and in total. Further ones appear only in the audit log and the metrics. */
const rule = { everyMs: 1000, most: 100, mostOfAccount: 5 }

type LateEvent = Event & { accountId: string }

/** Takes refusals, and writes them into the database a little later. */
export interface LateEvents {
  add(event: LateEvent): void
  /** Writes the waiting refusals now. */
  flush(): Promise<void>
}

/**
 * The given accounts that exist, locked until the transaction ends: an erasure leaves no counter of an account.
 */
const present = async (stores: Transaction, accountIds: readonly string[]): Promise<ReadonlySet<string>> => {
  const ids = [...new Set(accountIds)]
  await stores.accounts.lock(...ids)
  const profiles = await Promise.all(ids.map((id) => stores.accounts.profile(id)))
  return new Set(profiles.flatMap((profile) => profile?.id ?? []))
}

/**
 * Refusals, which no transaction commits. They are written once a second and not with the answer, so an answer takes no
 * longer for a known account, and a flood writes a bounded number of rows. `limits` sets how many an account gets per
 * day.
 */
export const lateEvents = ({ deployment, storage }: Service, everyMs: number = rule.everyMs): LateEvents => {
  let waiting: LateEvent[] = []
  let timer: NodeJS.Timeout | undefined

  const flush = async () => {
    clearTimeout(timer)
    timer = undefined
    const events = waiting
    waiting = []
    if (events.length === 0) return
    // None of them belongs to the call that set the timer.
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
      .catch((error: unknown) => deployment.warn(failureOf(error), 'refused acts could not be written to the events'))
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
