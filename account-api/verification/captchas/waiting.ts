import { limitedClientAddress, networkOf } from '#account-api/kernel/limits/client-address'
import { count, counted, limits } from '#account-api/kernel/limits/limits'
import { hashToken } from '#account-api/kernel/random'
import { minutes, secondsUntil } from '#account-api/kernel/time'
import { inTransaction, type Service } from '#account-api/verification/service'
import { type Judged, passDecision } from './answer'
import { findDecision } from './challenge'

/**
 * How old a decision has to be before its person passes without an answer. Ten minutes later it accepts no answer any
 * more.
 */
export const waitMs = minutes(5)

/** The limits of passes without an answer. */
const placesOf = (clientAddress: string) =>
  [
    ['waitsFromAnAddress', limitedClientAddress(clientAddress)],
    ['waitsFromANetwork', networkOf(clientAddress)],
  ] as const

/** When a person who waits may pass. Undefined: too many visitors of the client address have passed by waiting. */
export const passesAt = async (
  { deployment, storage }: Service,
  { decidedAt, clientAddress }: { decidedAt: number; clientAddress: string },
): Promise<number | undefined> => {
  const at = deployment.now()
  for (const [name, subject] of placesOf(clientAddress))
    if ((await counted(storage, name, { subject, at })) >= limits[name].most) return undefined
  return decidedAt + waitMs
}

/** Lets a person who can neither see nor hear a challenge pass, some minutes after the decision that requires one. */
export const passByWaiting = inTransaction<{ ticket: string; visitor: string; clientAddress: string }, Judged>(
  async (stores, { ticket, visitor, clientAddress }) => {
    const decided = await findDecision(stores, { ticket, visitor })
    if (!decided) return undefined
    const at = stores.deployment.now()
    const tooSoon = (until: number) =>
      ({ ok: false, code: 'too_soon', retryAfter: secondsUntil(stores.deployment, until) }) as const
    if (decided.at + waitMs > at) return tooSoon(decided.at + waitMs)
    for (const [name, subject] of placesOf(clientAddress)) {
      const { within, until } = await count(stores, name, { subject, at })
      if (!within) return tooSoon(until)
    }
    return passDecision(stores, hashToken(ticket))
  },
)
