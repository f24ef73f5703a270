import type { Needed } from '../../../contract/terms/permissions'
import type { Acting, Place } from '../records/identity-record'
import type { OrganisationRecord } from '../records/organisation-store'
import { mayDo } from '../records/permissions'
import type { Service, Stores, Transaction } from '../service'

/** The party that can let the members in again. Null: they are not kept out. */
export const frozenBy = ({
  frozenBy: by,
  closesAt,
}: Pick<OrganisationRecord, 'frozenBy' | 'closesAt'>): 'manager' | 'operator' | 'closing' | null => {
  if (by === 'operator') return by
  return closesAt === null ? by : 'closing'
}

/** The reason why a person cannot act in an organisation at all. */
export type KeptOut =
  | { ok: false; code: 'identity_frozen' }
  | { ok: false; code: 'subject_frozen'; by: 'manager' | 'operator' | 'closing' }

/**
 * Exceptions for frozen places and organisations. `whenFrozen`: the manager is let in while the organisation is frozen.
 * `whenPlaceFrozen`: a member is let in while their own place is frozen.
 */
interface LetIn {
  whenFrozen: boolean
  whenPlaceFrozen: boolean
}

/** Judges whether a person with a place in an organisation is kept out of it. */
export const keptOut = (
  { organisation, identity, isManager }: Place,
  { whenFrozen, whenPlaceFrozen }: LetIn,
): KeptOut | undefined => {
  const by = frozenBy(organisation)
  if (by !== null && !(whenFrozen && isManager)) return { ok: false, code: 'subject_frozen', by }
  return identity.isFrozen && !whenPlaceFrozen ? { ok: false, code: 'identity_frozen' } : undefined
}

export type ActingIn = { ok: true; acting: Acting } | NotActing

/** The reason why a person may not act in an organisation. */
export type NotActing =
  | { ok: false; code: 'no_such_subject' }
  | KeptOut
  | { ok: false; code: 'permission_required'; needed: Exclude<Needed, 'member'> }

/**
 * Judges whether an account may act in an organisation, once for every call of a member, so that a change takes effect
 * on the next call.
 * @param needed the permission that the call needs
 */
export const actingIn = async (
  { storage }: Service,
  { accountId, publicId, ...asked }: { accountId: string; publicId: string; needed: Needed } & LetIn,
): Promise<ActingIn> => judge(await storage.identities.acting(accountId, publicId), asked)

/** Names a place in an organisation. */
interface ActingPlace {
  organisation: Pick<Acting['organisation'], 'id' | 'publicId'>
  identity: Pick<Acting['identity'], 'accountId'>
}

/** Judges by the present state whether a person may act in an organisation. */
export const actingNow = async (
  stores: Stores,
  { organisation, identity }: ActingPlace,
  needed: Needed,
  { whenFrozen = false, whenPlaceFrozen = false }: Partial<LetIn> = {},
): Promise<ActingIn> => {
  const acting = await stores.identities.acting(identity.accountId, organisation.publicId)
  return judge(acting, { needed, whenFrozen, whenPlaceFrozen })
}

/**
 * Locks the organisation, and judges again by the present state: another call may have frozen the identity or banned
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

const judge = (acting: Acting | undefined, { needed, ...letIn }: { needed: Needed } & LetIn): ActingIn => {
  if (!acting) return { ok: false, code: 'no_such_subject' }
  const out = keptOut(acting, letIn)
  if (out) return out
  if (mayDo(acting, needed)) return { ok: true, acting }
  // A member lacks nothing.
  return { ok: false, code: 'permission_required', needed: needed === 'member' ? 'manager' : needed }
}
