import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { maskEmail, maskMobile } from '#account-api/accounts/account/identifier'
import { timeZoneOf } from '#account-api/accounts/account/time-zone'
import { pictureOf } from '#account-api/accounts/pictures/picture'
import type { Deployment, Stores } from '#account-api/applications/service'
import { placesToActIn } from '#account-api/organisations/organisation/acting'
import type { Place } from '#account-api/organisations/records/member-record'
import type { AskedScope } from '#contract/applications/open-scopes'
import { groupsAt, rolesAt } from './groups'

export type ClaimStores = Pick<Stores, 'deployment' | 'members' | 'authorisations' | 'roles'>

interface Asked {
  scopes: ReadonlySet<string>
  clientId: string
  groupsPrefix: string
}

/** The claims of scopes about an account, by the names of OpenID Connect Core 1.0, section 5.1, and some of our own. */
export const claimsOf = async (
  stores: ClaimStores,
  account: AccountProfile,
  { scopes, ...asked }: Asked,
): Promise<Record<string, unknown>> => {
  const { id, email, mobile } = account
  return {
    sub: id,
    ...(scopes.has('profile') && profileClaims(account, stores.deployment)),
    ...(scopes.has('email') && email !== null && { email, email_verified: true }),
    ...(scopes.has('mobile') && mobile !== null && { phone_number_masked: maskMobile(mobile) }),
    ...(scopes.has('mobile_plain') && mobile !== null && { phone_number: mobile, phone_number_verified: true }),
    ...(scopes.has('organisations') && (await organisationClaims(stores, id, asked))),
  }
}

const profileClaims = (account: AccountProfile, { publicUrl }: Pick<Deployment, 'publicUrl'>) => {
  const { username, name, birthday, language } = account
  return {
    preferred_username: username,
    name: name ?? username,
    picture: `${publicUrl}/passport/image/${pictureOf(account, 'avatar')}`,
    zoneinfo: timeZoneOf(account),
    locale: language,
    ...(birthday !== null && { birthdate: birthday }),
    updated_at: Math.floor(profileChangedAt(account) / 1000),
  }
}

/** When anything in the claims last changed. */
const profileChangedAt = ({ createdAt, profileChangedAt: at, ...bound }: AccountProfile): number =>
  Math.max(createdAt, at ?? 0, bound.usernameBoundAt ?? 0, bound.mobileBoundAt ?? 0, bound.emailBoundAt ?? 0)

/**
 * The organisations of a person, the chosen one with the person's roles, and both as groups: `<prefix><organisation>`
 * and `<prefix><organisation>/<role>`.
 */
const organisationClaims = async (
  stores: ClaimStores,
  accountId: string,
  { clientId, groupsPrefix }: Pick<Asked, 'clientId' | 'groupsPrefix'>,
) => {
  const [places, authorisation] = await Promise.all([
    placesToActIn(stores, { accountId }),
    stores.authorisations.find(accountId, clientId),
  ])
  const given = await stores.roles.givenTo(places.map(({ member }) => member.id))
  const chosen = places.find(({ member }) => member.id === authorisation?.memberId)
  return {
    organisations: places.map(({ organisation }) => ({ id: organisation.publicId, name: organisation.name })),
    ...(chosen && { acting_as: chosen.organisation.publicId, roles: rolesAt(given, chosen) }),
    groups: places.flatMap((place) => groupsAt(given, place).map((group) => groupsPrefix + group)),
  }
}

/** The value that a scope would reveal of an account, in one line for its person. Undefined: nothing. */
export const shownValue = (
  scope: AskedScope,
  account: AccountProfile,
  places: readonly Place[],
): string | undefined => {
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
