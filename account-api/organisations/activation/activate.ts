import { IdentifierTaken } from '#account-api/accounts/account/account'
import type { AccountRecord } from '#account-api/accounts/account/account-record'
import { isOpen } from '#account-api/accounts/account/account-record'
import { closedRegistration, type RegistrationClosed } from '#account-api/accounts/account/closed-registration'
import type { Address } from '#account-api/accounts/account/identifier'
import { type NewAddressRefused, newAddressRefusal } from '#account-api/accounts/account/new-address'
import { isUnused } from '#account-api/accounts/account/unused'
import { record } from '#account-api/accounts/activity/activity'
import { type OpenedSession, openSession } from '#account-api/accounts/sessions/session'
import { agreeToTerms } from '#account-api/accounts/terms/terms'
import type { From } from '#account-api/kernel/from'
import { recordInOrganisation } from '#account-api/organisations/organisation/log/log'
import { type Deployment, inTransaction, type Service, type Transaction } from '#account-api/organisations/service'
import { consumeCode, type Judgement, lookAtCode, type TypedCode } from '#account-api/verification/codes/code'
import { boundingGuesses } from '#account-api/verification/codes/guesses'
import { issueProven } from '#account-api/verification/codes/proven-address'
import { hashPassword } from '#account-api/verification/hashing/hash'
import { type RefusedByRules, refusedByRules } from '#account-api/verification/passwords/rules'
import type { Activation, OfferedPlace } from './activation-store'
import { activationRule } from './create-user'
import { judgeGiven } from './giver'

/** How many places one activation takes at most. A person with more activates again. */
const mostAtOnce = 50

interface Asked extends TypedCode {
  address: Address
  from: From
  language: string
  /** The version of the operator's terms that the person agreed to, if any were shown. */
  termsVersion: string | undefined
  /** The places that the person chose, by their public ids. */
  chosen: readonly string[]
}

type Activated =
  | { ok: true; session: OpenedSession }
  | Exclude<Judgement, { ok: true }>
  | RefusedByRules
  | RegistrationClosed
  | NewAddressRefused
  | { ok: false; code: 'nothing_to_activate' }
  | { ok: false; code: 'password_missing' }
  /** The code is right and unused. Its owner has to choose places first. */
  | { ok: false; code: 'places_to_choose'; places: OfferedPlace[]; hasAccount: boolean }
  /** The address is bound. Its account now has the places, unless it has to be confirmed or restored first. */
  | { ok: false; code: 'already_registered'; field: Address['kind']; ticket: string }

/**
 * Activates the account that an organisation created for an address, by a code that proves the address: binds it, sets
 * the password and signs in. Only the owner of the address learns whether a place waits, and takes the chosen places,
 * because any organisation may have created one.
 */
export const activateAccount = boundingGuesses(
  (service: Service, asked: Asked & { password: string | undefined }) => activateByCode(service, asked),
  ({ target, code, named, from }) => ({ typed: [{ target, code, named }], clientAddress: from.clientAddress }),
)

const activateByCode = async (
  service: Service,
  { password, ...asked }: Asked & { password: string | undefined },
): Promise<Activated> => {
  const { deployment, storage } = service
  const { address, chosen } = asked
  const refused = password === undefined ? undefined : refusedByRules(deployment, password, [address.value])
  if (refused) return refused
  const looked = await lookAtCode(storage, asked)
  if (!looked.ok) return looked
  const places = await storage.activations.of(address, { at: deployment.now(), limit: mostAtOnce })
  const isChosen = places.some(({ member }) => chosen.includes(member.publicId))
  const hasAccount = (await storage.accounts.holderOf(address.kind, address.value)) !== undefined
  if (places.length > 0 && !isChosen) return { ok: false, code: 'places_to_choose', places, hasAccount }
  const notLetIn = isChosen && !hasAccount && refusalOfNew(deployment, address)
  if (notLetIn) return notLetIn
  if (isChosen && !hasAccount && password === undefined) return { ok: false, code: 'password_missing' }
  const passwordHash = password === undefined ? null : await hashPassword(deployment.peppers, password, service.left)
  try {
    return await activate(service, { ...asked, passwordHash })
  } catch (error) {
    // Another account took the address meanwhile. The code is unused, and the other account gets the places.
    if (error instanceof IdentifierTaken) return activate(service, { ...asked, passwordHash })
    throw error
  }
}

const activate = inTransaction<Asked & { passwordHash: string | null }, Activated>(
  async (stores, { address, from, language, termsVersion, passwordHash, chosen, ...typed }) => {
    const judgement = await consumeCode(stores, typed)
    if (!judgement.ok) return judgement
    const at = stores.deployment.now()
    const page = { at, limit: mostAtOnce }
    const holderOfAddress = () => stores.accounts.holderOf(address.kind, address.value)
    const chosenOf = async () =>
      (await stores.activations.of(address, page)).filter(({ member }) => chosen.includes(member.publicId))
    const [present, found] = [await holderOfAddress(), await chosenOf()]
    if (found.length === 0) return { ok: false, code: 'nothing_to_activate' }
    await stores.accounts.lock(...[present?.id ?? [], found.map(({ accountId }) => accountId)].flat())
    // The reads before the lock may be out of date.
    const [holder, waiting] = [await holderOfAddress(), await chosenOf()]
    const given = holder && !mayGetPlaces(stores.deployment, holder) ? waiting : await endUngiven(stores, waiting)
    const [first, ...others] = waiting.filter((each) => given.includes(each))
    if (!first) return { ok: false, code: 'nothing_to_activate' }
    if (holder) {
      if (mayGetPlaces(stores.deployment, holder))
        for (const each of inOrder([first, ...others])) await movePlace(stores, { each, to: holder.id, from })
      const { kind: field } = address
      return { ok: false, code: 'already_registered', field, ticket: await issueProven(stores, address) }
    }
    // The account that had the address was erased meanwhile.
    const notLetIn = refusalOfNew(stores.deployment, address)
    if (notLetIn) return notLetIn
    if (passwordHash === null) return { ok: false, code: 'password_missing' }
    const { accountId } = first
    await stores.standing.restore(accountId, first.endsAt)
    if (!(await stores.accounts.bind({ ...address, accountId, at }))) throw new IdentifierTaken(address)
    if (address.kind === 'email') await stores.accounts.dropClaims(address.value)
    await stores.accounts.replacePassword(accountId, { was: null, becomes: passwordHash, chosenAt: at })
    await stores.accounts.setLanguage(accountId, language)
    if (termsVersion !== undefined) await agreeToTerms(stores, { accountId, version: termsVersion, at })
    await stores.activations.remove(accountId)
    for (const each of inOrder([first, ...others])) {
      if (each === first) await told(stores, { each, accountId, from })
      else await movePlace(stores, { each, to: accountId, from })
    }
    const account = { id: accountId, passwordHash, asksAuthenticator: false }
    const way = address.kind === 'mobile' ? 'sms' : 'email'
    const proves = [address.kind, 'password'] as const
    return { ok: true, session: await openSession(stores, { account, way, proves, from, isNew: true }) }
  },
)

/** The refusal of an address without an account, by a policy that may be newer than the waiting place. */
const refusalOfNew = (deployment: Deployment, address: Address): RegistrationClosed | NewAddressRefused | undefined =>
  closedRegistration(deployment) ?? newAddressRefusal(deployment, address)

/**
 * True when a code alone shows that the account belongs to its person. A number unused for half a year may have changed
 * hands, and a cancelled account is about to be erased. After a sign-in, the places can be taken.
 */
const mayGetPlaces = (deployment: Deployment, holder: AccountRecord): boolean =>
  isOpen(holder) && !isUnused(deployment, holder)

/**
 * Erases the waiting accounts whose creator may no longer give them, and returns the others. They keep the roles that
 * the creator may still give.
 */
const endUngiven = async (stores: Transaction, waiting: readonly Activation[]): Promise<Activation[]> => {
  const given: Activation[] = []
  for (const each of inOrder(waiting)) {
    await stores.organisations.lock(each.organisationId)
    if (await judgeGiven(stores, each)) given.push(each)
    else await stores.standing.erase(each.accountId, each.endsAt)
  }
  return given
}

/** Organisations are locked in one order, so transactions never deadlock. */
const inOrder = (activations: readonly Activation[]): Activation[] =>
  [...activations].sort((one, other) => (one.organisationId < other.organisationId ? -1 : 1))

interface Moved {
  each: Activation
  from: From
}

/**
 * Moves a place to another account, and erases the account that was created for it. An account with a place in the
 * organisation keeps its own. An account that was removed after the place was given gets none.
 */
const movePlace = async (stores: Transaction, { each, to, from }: Moved & { to: string }): Promise<void> => {
  const { accountId, organisationId, endsAt } = each
  await stores.organisations.lock(organisationId)
  const removedAt = (await stores.memberLists.removedAt({ organisationId, accountId: to })) ?? 0
  const isGivenSince = endsAt - activationRule.lifetimeMs > removedAt
  if (isGivenSince && !(await stores.members.placeOf(to, { organisationId }))) {
    const as = await stores.memberLists.takeFormer({ organisationId, accountId: to })
    await stores.members.move({ organisationId, from: accountId, to, as })
    await told(stores, { each, accountId: to, from })
  }
  await stores.standing.erase(accountId, endsAt)
}

const told = async (
  stores: Transaction,
  { each: { organisationId }, accountId, from }: Moved & { accountId: string },
): Promise<void> => {
  const place = await stores.members.placeOf(accountId, { organisationId })
  if (!place) return
  const { name } = place.organisation
  await record(stores, { accountId, kind: 'organisation_joined', from, detail: name })
  await recordInOrganisation(stores, { kind: 'user_activated', acting: place, target: place.member, from })
}
