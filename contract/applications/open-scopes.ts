/**
 * The scopes that an application can ask a person for. The web app has a text for each (`authorisation.scope.<scope>`),
 * and marks the sensitive ones. `claims`: its claims in ID tokens and at the userinfo endpoint.
 */
export const openScopes = {
  openid: { isSensitive: false, claims: ['sub'] },
  profile: {
    isSensitive: false,
    claims: ['preferred_username', 'name', 'picture', 'birthdate', 'zoneinfo', 'locale', 'updated_at'],
  },
  email: { isSensitive: true, claims: ['email', 'email_verified'] },
  /** The mobile, masked. */
  mobile: { isSensitive: false, claims: ['phone_number_masked'] },
  /** The mobile in full. */
  mobile_plain: { isSensitive: true, claims: ['phone_number', 'phone_number_verified'] },
  organisations: { isSensitive: true, claims: ['organisations', 'acting_as', 'roles', 'groups'] },
  /** Access while the person is away, until it is revoked. */
  offline_access: { isSensitive: true, claims: [] },
} as const satisfies Record<string, { isSensitive: boolean; claims: readonly string[] }>

export type OpenScope = keyof typeof openScopes

export const openScopeNames = Object.keys(openScopes) as OpenScope[]

export const isOpenScope = (name: string): name is OpenScope => Object.hasOwn(openScopes, name)

/** The scope that is part of every agreement: the identity of the person. */
export const leastScope = 'openid' satisfies OpenScope
