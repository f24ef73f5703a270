/**
 * The scopes that an application can request from a person. The web app has a text for each
 * (`authorisation.scope.<scope>`), and marks the sensitive ones. `claims`: its claims in ID tokens and at the userinfo
 * endpoint.
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
  mobile_plain: { isSensitive: true, claims: ['phone_number', 'phone_number_verified'] },
  organisations: { isSensitive: true, claims: ['organisations', 'acting_as', 'roles', 'groups'] },
  /** Access while the person is away, until it is revoked. */
  offline_access: { isSensitive: true, claims: [] },
} as const satisfies Record<string, { isSensitive: boolean; claims: readonly string[] }>

export type OpenScope = keyof typeof openScopes

/** A scope of an API, as people agree to it: the id of the API, a slash, and the scope there. */
export type ApiScope = `${string}/${string}`

export type AskedScope = OpenScope | ApiScope

export const isApiScope = (name: string): name is ApiScope => /^[a-z\d-]{1,40}\/[A-Za-z\d][\w.:/-]{0,63}$/.test(name)

/** The id of the API and the scope there. */
export const partsOf = (scope: ApiScope): { api: string; name: string } => {
  const end = scope.indexOf('/')
  return { api: scope.slice(0, end), name: scope.slice(end + 1) }
}

/** True when an application gets the scope for the first time only after a fresh proof. */
export const isSensitive = (scope: AskedScope): boolean => !isOpenScope(scope) || openScopes[scope].isSensitive

export const openScopeNames = Object.keys(openScopes) as OpenScope[]

export const isOpenScope = (name: string): name is OpenScope => Object.hasOwn(openScopes, name)

/** The scope that is part of every agreement: the identity of the person. */
export const leastScope = 'openid' satisfies OpenScope
