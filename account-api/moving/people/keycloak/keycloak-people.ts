import { z } from 'zod'
import type { SourceLine } from '../source-person'
import { textChunks } from '../text-chunks'
import { type JsonElement, jsonElements } from './json-elements'
import { authenticatorOf, keycloakCredential, passwordHashOf } from './keycloak-credentials'

const list = z.array(z.unknown()).catch([])

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
  groups: list,
  realmRoles: list,
  clientRoles: z.record(z.string(), z.unknown()).catch({}),
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
    return { line, refused: `it is no user of Keycloak: see ${issue?.path.join('.') || 'all of it'}` }
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
  const [passwordHash, authenticator] = [passwords.map(passwordHashOf)[0], authenticators.map(authenticatorOf)[0]]
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
    isFrozen: !user.enabled,
    language: attribute('locale'),
    birthday: attribute('birthdate', 'birthday'),
    authenticator,
    leftOut: leftOutOf(user, {
      passwords: passwords.length - (passwordHash === undefined ? 0 : 1),
      authenticators: authenticators.length - (authenticator === undefined ? 0 : 1),
    }),
  }
}

/** What has no place here. The attributes are those that an operator has made up. */
const leftOutOf = (user: User, { passwords, authenticators }: { passwords: number; authenticators: number }) => {
  const others = user.credentials.filter(({ type }) => type !== 'password' && type !== 'otp')
  const left = {
    'a password of a kind that is not taken over': passwords,
    'an authenticator app that is not the first, or not of six digits, thirty seconds and HMAC-SHA-1': authenticators,
    'a passkey or another credential': others.length,
    'an identity at another provider': user.federatedIdentities.length,
    'a group or a role': user.groups.length + user.realmRoles.length + Object.keys(user.clientRoles).length,
  }
  return Object.entries(left).flatMap(([what, count]) => (count > 0 ? what : []))
}
