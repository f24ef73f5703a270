import type { OpenScope } from '../../../contract/applications/open-scopes'
import type { AccountProfile } from '../../accounts/account/account-record'
import { maskEmail, maskMobile } from '../../accounts/account/identifier'
import { timeZoneOf } from '../../accounts/account/time-zone'
import { keptOut } from '../../organisations/organisation/acting'
import type { Place } from '../../organisations/records/identity-record'
import type { Stores } from '../service'

/** The most organisations that a client is told of, and that a person chooses from. */
const mostOrganisations = 100

/** The places as which the person may act. */
export const placesOf = async ({ identities }: Pick<Stores, 'identities'>, accountId: string): Promise<Place[]> => {
  const places = await identities.ofAccount(accountId, { offset: 0, limit: mostOrganisations })
  return places.filter((place) => keptOut(place, { whenFrozen: false, whenPlaceFrozen: false }) === undefined)
}

/** The claims of scopes about an account, by the names of OpenID Connect Core 1.0, section 5.1, and some of ours. */
export const claimsOf = async (
  stores: Pick<Stores, 'identities' | 'authorisations'>,
  account: AccountProfile,
  { scopes, clientId }: { scopes: ReadonlySet<string>; clientId: string },
): Promise<Record<string, unknown> & { sub: string }> => {
  const { id, username, birthday, language, email, mobile } = account
  return {
    sub: id,
    ...(scopes.has('profile') && {
      preferred_username: username,
      zoneinfo: timeZoneOf(account),
      locale: language,
      ...(birthday !== null && { birthdate: birthday }),
    }),
    ...(scopes.has('email') && email !== null && { email, email_verified: true }),
    ...(scopes.has('mobile') && mobile !== null && { phone_number_masked: maskMobile(mobile) }),
    ...(scopes.has('mobile_plain') && mobile !== null && { phone_number: mobile, phone_number_verified: true }),
    ...(scopes.has('organisations') && (await organisationClaims(stores, id, clientId))),
  }
}

const organisationClaims = async (
  stores: Pick<Stores, 'identities' | 'authorisations'>,
  accountId: string,
  clientId: string,
) => {
  const [places, authorisation] = await Promise.all([
    placesOf(stores, accountId),
    stores.authorisations.find(accountId, clientId),
  ])
  const chosen = places.find(({ identity }) => identity.id === authorisation?.identityId)
  return {
    organisations: places.map(({ organisation }) => ({ id: organisation.publicId, name: organisation.name })),
    ...(chosen && { acting_as: chosen.organisation.publicId }),
  }
}

/** The value that a scope would reveal of an account, in one line for its person. Undefined: nothing. */
export const shownValue = (scope: OpenScope, account: AccountProfile, places: readonly Place[]): string | undefined => {
  const { username, email, mobile } = account
  switch (scope) {
    case 'profile':
      return username
    case 'email':
      return email === null ? undefined : maskEmail(email)
    case 'mobile':
    case 'mobile_plain':
      return mobile === null ? undefined : maskMobile(mobile)
    case 'organisations':
      return places.length === 0 ? undefined : places.map(({ organisation }) => organisation.name).join(', ')
    default:
      return undefined
  }
}
