import { z } from 'zod'
import type { SourceLine } from '#account-api/moving/people/source-person'
import { textChunks } from '#account-api/moving/people/text-chunks'
import { type JsonElement, jsonElements } from './json-elements'
import { authenticatorOf, keycloakCredential, passwordHashOf } from './keycloak-credentials'

const list = z.array(z.unknown()).catch([])
const words = z.array(z.string()).catch([])

const keycloakUser = z.object({
  id: z.string(),
  username: z.string().optional(),
  email: z.string().optional(),
  emailVerified: z.boolean().default(false),
  enabled: z.boolean().default(true),
  firstName: z.string().default(''),
  lastName: z.string().default(''),
  createdTimestamp: z.number().optional(),
  serviceAccountClientId: z.string().optional(),
  attributes: z.record(z.string(), z.union([z.string(), z.array(z.string())])).default({}),
  credentials: z.array(keycloakCredential).default([]),
  federatedIdentities: list,
  requiredActions: words,
  groups: list,
  realmRoles: words,
  clientRoles: z.record(z.string(), words).catch({}),
})

type User = z.infer<typeof keycloakUser>

/**
 * Reads the people of a realm export of Keycloak, or of one of its files of users.
 * @throws BadFile for a file that holds none
 */
export const keycloakPeople = async function* (path: string): AsyncGenerator<SourceLine> {
  for await (const element of jsonElements(textChunks(path), 'users')) yield personIn(element)
}

const personIn = ({ line, text }: JsonElement): SourceLine => {
  let read: z.ZodSafeParseResult<User>
  try {
    read = keycloakUser.safeParse(JSON.parse(text))
  } catch {
    return { line, refused: 'it is not JSON' }
  }
  if (!read.success) {
    const [issue] = read.error.issues
    return { line, refused: `it is not a Keycloak user: see ${issue?.path.join('.') || 'all of it'}` }
  }
  const { data: user } = read
  if (user.serviceAccountClientId !== undefined) return { line, refused: 'it is the service account of a client' }
  const attribute = (...names: string[]): string | undefined => {
    for (const name of names) {
      const value = [user.attributes[name] ?? []].flat()[0]?.trim()
      if (value) return value
    }
    return undefined
  }
  const passwords = user.credentials.filter(({ type }) => type === 'password')
  const authenticators = user.credentials.filter(({ type }) => type === 'otp')
  // Somebody else set it, and may still know it.
  const isTemporary = user.requiredActions.includes('UPDATE_PASSWORD') || passwords[0]?.temporary === true
  const passwordHash = isTemporary ? undefined : passwords.map(passwordHashOf)[0]
  const authenticator = authenticators.map(authenticatorOf)[0]
  return {
    line,
    origin: user.id,
    email: user.email,
    isEmailVerified: user.emailVerified,
    mobile: attribute('phoneNumber', 'phone_number', 'mobile'),
    isMobileVerified: attribute('phoneNumberVerified', 'phone_number_verified') === 'true',
    username: user.username,
    name: `${user.firstName} ${user.lastName}`.trim() || undefined,
    passwordHash,
    createdAt: user.createdTimestamp,
    lastUsedAt: undefined,
    isSuspended: !user.enabled,
    language: attribute('locale'),
    birthday: attribute('birthdate', 'birthday'),
    authenticator,
    leftOut: leftOutOf(user, {
      temporary: isTemporary ? passwords.length : 0,
      passwords: isTemporary ? 0 : passwords.length - (passwordHash === undefined ? 0 : 1),
      authenticators: authenticators.length - (authenticator === undefined ? 0 : 1),
    }),
  }
}

/**
 * The roles that Keycloak gives to everybody. Versions before 13 list them without `default-roles-…`, which contains
 * the others.
 */
const isOfEverybody = (role: string): boolean =>
  /^default-roles-/.test(role) || ['offline_access', 'uma_authorization'].includes(role)
const ofAccount = ['view-profile', 'manage-account', 'manage-account-links']

const rolesOf = ({ realmRoles, clientRoles: { account = [], ...clientRoles } }: User): string[] => [
  ...realmRoles.filter((role) => !isOfEverybody(role)),
  ...account.filter((role) => !ofAccount.includes(role)),
  ...Object.values(clientRoles).flat(),
]

/** Required actions that are handled here: a temporary password, and an unverified email. */
const knownActions = ['UPDATE_PASSWORD', 'VERIFY_EMAIL']

/** Data that cannot be imported. Attributes are an operator's custom ones. */
const leftOutOf = (user: User, counts: { temporary: number; passwords: number; authenticators: number }) => {
  const others = user.credentials.filter(({ type }) => type !== 'password' && type !== 'otp')
  const left = {
    'a temporary password': counts.temporary,
    'a password of a kind that cannot be imported': counts.passwords,
    'an authenticator app that is not the first, or not of six digits, thirty seconds and HMAC-SHA-1':
      counts.authenticators,
    'a passkey or another credential': others.length,
    'an identity at another provider': user.federatedIdentities.length,
    'a group or a role': user.groups.length + rolesOf(user).length,
    'an action that was required at the next sign-in': user.requiredActions.filter(
      (action) => !knownActions.includes(action),
    ).length,
  }
  return Object.entries(left).flatMap(([what, count]) => (count > 0 ? what : []))
}
