import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { changeOwn, type Lost, putMethod, removeMethod } from '#account-api/accounts/method-changes/change'
import { heldBy, PlatformTaken } from '#account-api/accounts/methods/kinds'
import { identityPictureSize } from '#account-api/accounts/pictures/kinds'
import { isPicture } from '#account-api/accounts/pictures/signature'
import type { PlatformBinding, PlatformProfile } from '#account-api/accounts/platforms/platform-store'
import type { Factor } from '#account-api/accounts/sessions/factor'
import { lockPerson, type Person } from '#account-api/accounts/sessions/person'
import { inTransaction, type Rule, type Service, type Stores } from '#account-api/addresses/service'
import { failureOf } from '#account-api/kernel/failures/failure'
import type { From } from '#account-api/kernel/from'
import { count } from '#account-api/kernel/limits/limits'
import { newToken } from '#account-api/kernel/random'
import { findTicket, issueTicket, redeemTicket } from '#account-api/kernel/tickets/ticket'
import type { NotLost } from '#account-api/verification/methods/changer'
import { judgeGuard } from '#account-api/verification/proofs/guard-proof'
import { isFresh } from '#account-api/verification/proofs/proof'

/** The purpose of the ticket for a platform's answer, which is the profile_key of the specification. */
const profilePurpose = 'profile'

export const profileTicket: Rule<PlatformProfile, string> = (stores, profile) =>
  issueTicket(stores, { purpose: profilePurpose, value: JSON.stringify(profile) })

export const issueProfile = inTransaction(profileTicket)

/** Reads the identity of a ticket without using the ticket up. */
export const findProfile = async (stores: Stores, ticket: string): Promise<PlatformProfile | undefined> => {
  const found = await findTicket(stores, ticket, [profilePurpose])
  return found && (JSON.parse(found.value) as PlatformProfile)
}

export type BoundPlatform =
  | (Extract<Lost, { ok: true }> & { profile: PlatformProfile })
  | NotLost
  | { ok: false; code: 'already_bound' }
  | { ok: false; code: 'held_by_other' }

interface AskedBinding {
  person: Person
  platform: string
  ticket: string
  replaces: boolean
  waits?: boolean
  from: From
}

/**
 * Binds a third-party identity to the person's account. With `replaces` it may replace one of the same platform: at
 * once with two factors, otherwise after a wait, like an unbinding.
 */
export const bindPlatform = async (service: Service, asked: AskedBinding): Promise<BoundPlatform> => {
  try {
    const bound = await bind(service, asked)
    if (bound.ok && !bound.pending)
      void keepIdentityPicture(service, { accountId: asked.person.account.id, profile: bound.profile })
    return bound
  } catch (error) {
    if (error instanceof PlatformTaken) return { ok: false, code: 'held_by_other' }
    throw error
  }
}

const bind = inTransaction<AskedBinding, BoundPlatform>(
  async (stores, { person, platform, ticket, replaces, waits = false, from }) => {
    const present = await lockPerson(stores, person)
    if (!present) return { ok: false, code: 'not_signed_in' }
    const { account, session } = present
    if (!isFresh(stores.deployment, session)) return { ok: false, code: 'second_verification_required' }
    const profile = await findProfile(stores, ticket)
    if (profile?.platform !== platform) return { ok: false, code: 'ticket_refused' }
    const binding = (await stores.platforms.of(account.id)).find((each) => each.platform === platform)
    if (binding && !replaces) return { ok: false, code: 'already_bound' }
    const unguarded = binding && (await judgeGuard(stores, present, undefined))
    if (unguarded) return unguarded
    const [successor, was] = [JSON.stringify(profile), binding?.openid ?? null]
    const known = { account, method: platform, value: successor, was, from, keptSessionId: session.id }
    const use = async () => (await redeemTicket(stores, ticket, profilePurpose)) !== undefined
    const make = (provenBy: Factor[]) => putMethod(stores, { ...known, provenBy })
    const held = (await heldBy(stores, account)).find(({ method }) => method === platform)
    const change = { present, proven: undefined, held, successor, waits }
    const bound = await changeOwn(stores, { ...change, from, use, make })
    return bound.ok ? { ...bound, profile } : bound
  },
)

/** True when another account has the identity that is the successor of a pending change. */
export const isElsewhere = async (stores: Stores, { id }: AccountProfile, successor: string): Promise<boolean> => {
  const held = await stores.platforms.find({ appId: '', unionid: null, ...(JSON.parse(successor) as PlatformProfile) })
  return held !== undefined && held.accountId !== id
}

/** Moves a third-party identity to another account, which has none of this platform. Both have to be locked. */
export const movePlatform: Rule<
  { binding: PlatformBinding; holder: AccountProfile; account: AccountProfile; from: From },
  void
> = async (stores, { binding, holder, account, from }) => {
  const { platform: method, openid: value } = binding
  await removeMethod(stores, { account: holder, method, value, from })
  await putMethod(stores, { account, method, value: JSON.stringify(binding), was: null, from })
}

interface Pictured {
  accountId: string
  profile: PlatformProfile
}

/**
 * Fetches the picture of an identity that was just bound, and stores it. Nobody waits for it, and a failure leaves the
 * identity without one. It counts as a new picture of the account, because it costs the same.
 */
const keepIdentityPicture = async (service: Service, { accountId, profile }: Pictured): Promise<void> => {
  const { deployment, storage } = service
  const { platform, pictureUrl: url } = profile
  if (url === undefined) return
  try {
    if (!(await count(storage, 'newPictures', { subject: accountId, at: deployment.now() })).within) return
    const file = await deployment.fetchPicture(url)
    if (!file || !isPicture(file)) return
    const made = await deployment.makePicture(file, identityPictureSize)
    if (made.ok) await insertPicture(service, { accountId, profile, base64: made.bytes.toString('base64') })
  } catch (error) {
    deployment.warn({ ...failureOf(error), platform }, 'the picture of a third-party identity could not be kept')
  }
}

/** The picture of an identity that was unbound meanwhile is not kept. */
const insertPicture = inTransaction<Pictured & { base64: string }, void>(
  async (stores, { accountId, profile, base64 }) => {
    const { platform, appId = '', openid } = profile
    const key = newToken(128)
    if (!(await stores.platforms.setPicture({ platform, appId, openid, accountId, picture: key }))) return
    const at = stores.deployment.now()
    await stores.pictures.insert({ key, accountId, kind: 'identity', mediaType: 'image/jpeg', base64, at })
  },
)
