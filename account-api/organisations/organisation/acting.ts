import type { SecondKind } from '#account-api/accounts/methods/kinds'
import type { Showing } from '#account-api/accounts/methods/ledger'
import type { SessionRecord } from '#account-api/accounts/sessions/session-record'
import type { Acting, Place } from '#account-api/organisations/records/member-record'
import type { OrganisationRecord } from '#account-api/organisations/records/organisation-store'
import { mayDo, permissionsIn } from '#account-api/organisations/records/permissions'
import { hiddenFactors, isTooOld, lacksFactor } from '#account-api/organisations/records/sign-in-rules'
import type { Deployment, Service, Stores, Transaction } from '#account-api/organisations/service'
import type { Needed } from '#contract/terms/permissions'

/** Who can unsuspend it. Null: it is not suspended. */
export const suspendedBy = ({
  suspendedBy: by,
  closesAt,
}: Pick<OrganisationRecord, 'suspendedBy' | 'closesAt'>): 'manager' | 'operator' | 'closing' | null => {
  if (by === 'operator') return by
  return closesAt === null ? by : 'closing'
}

/** The reason why a person cannot act in an organisation at all. */
export type KeptOut =
  | { ok: false; code: 'identity_frozen' }
  | { ok: false; code: 'subject_frozen'; by: 'manager' | 'operator' | 'closing' }

/**
 * Exceptions for suspended places and organisations. `whenSuspended`: the manager may act while the organisation is suspended.
 * `whenMemberSuspended`: a member may act while their own place is suspended.
 */
interface LetIn {
  whenSuspended: boolean
  whenMemberSuspended: boolean
}

/** Judges whether a person with a place in an organisation is kept out of it. */
export const keptOut = (
  { organisation, member, isManager }: Place,
  { whenSuspended, whenMemberSuspended }: LetIn,
): KeptOut | undefined => {
  const by = suspendedBy(organisation)
  if (by !== null && !(whenSuspended && isManager)) return { ok: false, code: 'subject_frozen', by }
  return member.isSuspended && !whenMemberSuspended ? { ok: false, code: 'identity_frozen' } : undefined
}

/** The person lacks the second factor that the organisation requires. */
export type WithoutFactor = { ok: false; code: 'second_factor_required' }

export const withoutFactor: WithoutFactor = { ok: false, code: 'second_factor_required' }

/** The reason why a person with a place in an organisation may not act for it. Undefined: they may. */
export const refusedAt = (
  deployment: Deployment,
  place: Place,
  letIn: LetIn = { whenSuspended: false, whenMemberSuspended: false },
): KeptOut | WithoutFactor | undefined =>
  keptOut(place, letIn) ?? (lacksFactor(deployment, place) ? withoutFactor : undefined)

/** The maximum number of places of a person that are listed or offered as a choice. */
const mostPlaces = 100

type PlaceStores = Pick<Stores, 'deployment' | 'members'>

/**
 * The places that a person can choose. A place whose organisation requires a second factor is included, because
 * choosing it shows the person what is missing.
 */
export const placesOf = async ({ members }: PlaceStores, accountId: string): Promise<Place[]> => {
  const places = await members.ofAccount(accountId, { offset: 0, limit: mostPlaces })
  return places.filter((place) => keptOut(place, { whenSuspended: false, whenMemberSuspended: false }) === undefined)
}

/**
 * True when a person with a place in an organisation may act for it.
 * @param session undefined: no session, for example when a client asks later
 */
export const mayAct = (deployment: Deployment, place: Place, session: Showing | undefined): boolean =>
  refusedAt(deployment, place) === undefined && !(session && hiddenFactors(deployment, place, session))

export const placesToActIn = async (
  stores: PlaceStores,
  { accountId, session }: { accountId: string; session?: Showing },
): Promise<Place[]> => (await placesOf(stores, accountId)).filter((place) => mayAct(stores.deployment, place, session))

export type ActingIn = { ok: true; acting: Acting } | NotActing

/** The reason why a person may not act in an organisation. */
export type NotActing =
  | { ok: false; code: 'no_such_subject' }
  | KeptOut
  | WithoutFactor
  | { ok: false; code: 'permission_required'; needed: Exclude<Needed, 'member'> }

interface Asked extends LetIn {
  accountId: string
  publicId: string
  /** The permission that the call needs. */
  needed: Needed
  session: Pick<SessionRecord, 'provenAt' | 'factors'>
  /** True for a call that changes something. */
  isAct: boolean
}

/** The session lacks a proof that the organisation requires: a second factor, or any recent proof. */
export type Unproven =
  | { ok: false; code: 'second_verification_required'; of: 'second_factor'; hides: SecondKind[] }
  | { ok: false; code: 'second_verification_required'; of: 'person' }

/**
 * Decides whether an account may act in an organisation, at every call of a member, so a change takes effect on the
 * next call: by its place, the sign-in rules of the organisation, and its permissions. Giving up a place
 * (`whenMemberSuspended`) needs only the place.
 */
export const actingIn = async (
  { deployment, storage }: Service,
  { accountId, publicId, session, isAct, ...asked }: Asked,
): Promise<ActingIn | Unproven> => {
  const judged = judge(deployment, await storage.members.acting(accountId, publicId), asked)
  if (!judged.ok || asked.whenMemberSuspended) return judged
  const { acting } = judged
  const { provenAt } = session
  const hides = hiddenFactors(deployment, acting, session)
  if (hides) return { ok: false, code: 'second_verification_required', of: 'second_factor', hides }
  const administers = isAct && (asked.needed !== 'member' || permissionsIn(acting).length > 0)
  return isTooOld(deployment, acting.organisation, { provenAt, administers })
    ? { ok: false, code: 'second_verification_required', of: 'person' }
    : judged
}

interface ActingPlace {
  organisation: Pick<Acting['organisation'], 'id' | 'publicId'>
  member: Pick<Acting['member'], 'accountId'>
}

/** Decides by the current state whether a person may act in an organisation. */
export const actingNow = async (
  stores: Stores,
  { organisation, member }: ActingPlace,
  needed: Needed,
  { whenSuspended = false, whenMemberSuspended = false }: Partial<LetIn> = {},
): Promise<ActingIn> => {
  const acting = await stores.members.acting(member.accountId, organisation.publicId)
  return judge(stores.deployment, acting, { needed, whenSuspended, whenMemberSuspended })
}

/**
 * Locks the organisation, and decides again by the current state: another call may have suspended the member or disabled
 * its roles since this call began.
 */
export const lockActing = async (
  stores: Transaction,
  place: ActingPlace,
  needed: Needed,
  letIn: Partial<LetIn> = {},
): Promise<ActingIn> => {
  await stores.organisations.lock(place.organisation.id)
  return actingNow(stores, place, needed, letIn)
}

const judge = (
  deployment: Deployment,
  acting: Acting | undefined,
  { needed, ...letIn }: { needed: Needed } & LetIn,
): ActingIn => {
  if (!acting) return { ok: false, code: 'no_such_subject' }
  const out = letIn.whenMemberSuspended ? keptOut(acting, letIn) : refusedAt(deployment, acting, letIn)
  if (out) return out
  if (mayDo(acting, needed)) return { ok: true, acting }
  // The member lacks no permission.
  return { ok: false, code: 'permission_required', needed: needed === 'member' ? 'manager' : needed }
}
