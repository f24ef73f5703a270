import type { WholeProfile } from '#account-api/accounts/platforms/platform-store'
import type { Person } from '#account-api/accounts/sessions/person'
import { inTransaction, type Service } from '#account-api/addresses/service'
import { minutes } from '#account-api/kernel/time'
import {
  isKeyOfSession,
  lockAsker,
  provingPlatforms,
  type Renewal,
  type Renewed,
  renew,
} from '#account-api/verification/second/second-verification'
import type { Act } from '#contract/terms/acts'
import { identifyVisitor, type Returned } from './visit'

/** How far a provider's clock may be behind ours. */
const clockSkewMs = minutes(1)

type Failed = Exclude<Awaited<ReturnType<typeof identifyVisitor>>, { ok: true }>

type Verified = Renewed | Failed | { ok: false; code: 'ticket_refused' | 'other_identity' | 'not_proven_there' }

/** Finds the activity entry of each change. */
export const verifyByPlatform = async (
  service: Service,
  { key, person, returned }: { key: string; person: Person; returned: Returned },
): Promise<Verified> => {
  if (!(await isKeyOfSession(service, key, person))) return { ok: false, code: 'ticket_refused' }
  const identified = await identifyVisitor(service, returned)
  if (!identified.ok) return identified
  const { profile, provenAt } = identified
  return judge(service, { key, person, profile, provenAt })
}

const judge = inTransaction<Renewal & { profile: WholeProfile; provenAt: number | undefined }, Verified>(
  async (stores, { key, person, profile, provenAt = 0 }) => {
    const present = await lockAsker(stores, { key, person })
    if (!present) return { ok: false, code: 'ticket_refused' }
    const { account, asked } = present
    const proving = await provingPlatforms(stores, { account, act: asked.value as Act })
    const binding = await stores.platforms.find(profile)
    if (binding?.accountId !== account.id || !proving.some(({ platform }) => platform === binding.platform))
      return { ok: false, code: 'other_identity' }
    if (provenAt < asked.at - clockSkewMs) return { ok: false, code: 'not_proven_there' }
    // A third-party identity is not one of our factors.
    const renewed = await renew(stores, { key, person: present, factor: undefined })
    return renewed ?? { ok: false, code: 'ticket_refused' }
  },
)
