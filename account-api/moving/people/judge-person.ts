import { createHash } from 'node:crypto'
import type { Address } from '#account-api/accounts/account/identifier'
import { isOn } from '#account-api/accounts/account/identifiers-on'
import { mailDomainRefusal } from '#account-api/accounts/account/mail-domain'
import { readNewUsername } from '#account-api/accounts/names/new-username'
import { readNameHere } from '#account-api/accounts/names/shown-name'
import type { Deployment } from '#account-api/moving/service'
import { HashRefused, readForeignHash } from '#account-api/verification/hashing/imported-hash'
import { personName } from '#contract/terms/person-name'
import { fullLanguageOf, fullLanguages } from '#rules/languages'
import { readDay } from '#rules/typed/day'
import { readEmail } from '#rules/typed/email'
import { readNumber } from '#rules/typed/number'
import { spelt } from '#rules/typed/text'
import { isSensitive, type UsernameRecord } from '#rules/typed/username'
import type { SourceAuthenticator, SourcePerson } from './source-person'

/** A person in the form for the database. */
export interface JudgedPerson {
  line: number
  /** A hash of the former id, and of the system. */
  origin: string
  /** Proven addresses. */
  addresses: Address[]
  /** An unproven address, which signs in to nothing. */
  claimedEmail: string | undefined
  username: UsernameRecord | undefined
  /** True when the username waits for an operator's review. */
  isHeld: boolean
  name: string | undefined
  /** `kind`: the kind of a hash of the other system. */
  password: { stored: string; kind?: string } | undefined
  createdAt: number
  lastUsedAt: number
  suspendedReason: string | undefined
  language: string
  birthday: string | undefined
  authenticator: Required<SourceAuthenticator> | undefined
  /** Data that is not imported, each as a sentence without a full stop. */
  notes: string[]
}

interface Judging {
  /** The name of the other system. */
  source: string
  /** The reason shown to people whose accounts are suspended. Undefined: such accounts are refused. */
  suspendedReason: string | undefined
  /** Our hash of the password, if the password is known. */
  ownHash?: string
}

/** A person who is not imported, and why. */
class PersonRefused extends Error {}

const refuse = (why: string): never => {
  throw new PersonRefused(why)
}

/** The longest id of another system. */
const mostOfOrigin = 255

/**
 * Checks a person by the rules of a registration. Invalid optional data is left out; a person with other invalid data
 * is refused.
 */
export const judgePerson = (
  deployment: Deployment,
  judging: Judging,
  source: SourcePerson,
): JudgedPerson | { line: number; refused: string } => {
  try {
    return judge(deployment, judging, source)
  } catch (error) {
    if (error instanceof PersonRefused) return { line: source.line, refused: error.message }
    throw error
  }
}

const judge = (
  deployment: Deployment,
  { source: system, suspendedReason, ownHash }: Judging,
  source: SourcePerson,
): JudgedPerson => {
  const notes = source.leftOut.map((what) => `${what} is not imported`)
  const note = (text: string): undefined => {
    notes.push(text)
  }
  if (source.origin === '' || source.origin.length > mostOfOrigin)
    refuse(`its id has to have 1 to ${mostOfOrigin} characters`)
  // If nothing else signs in, an invalid address is the reason.
  const unread: string[] = []
  const none = (text: string): undefined => {
    unread.push(text)
    return note(`${text}, and is not imported`)
  }
  const email = source.email === undefined ? undefined : emailIn(deployment, source.email, { note, none })
  const mobile = source.mobile === undefined ? undefined : mobileIn(deployment, source.mobile, { note, none })
  if (mobile && !source.isMobileVerified) note('the mobile is not verified, and is not imported')
  if (email && !source.isEmailVerified) note('the email is not verified, and signs in to nothing until it is')
  const addresses = [
    ...(email && source.isEmailVerified ? [{ kind: 'email' as const, value: email }] : []),
    ...(mobile && source.isMobileVerified ? [{ kind: 'mobile' as const, value: mobile }] : []),
  ]
  const username = usernameIn(deployment, source, note)
  const isHeld = username !== undefined && isSensitive(username.value)
  if (isHeld) note('the username waits for your review, and another replaces it meanwhile')
  const foreign = source.passwordHash === undefined ? undefined : passwordIn(source.passwordHash)
  const password = ownHash === undefined ? foreign : { stored: ownHash }
  if (addresses.length === 0 && (!username || isHeld || !password))
    refuse(unread[0] ?? 'nothing signs in to it: it has no verified address, and no username with a password')
  if (source.isSuspended && suspendedReason === undefined) refuse('it is frozen, and no --reason says why')
  const now = deployment.now()
  const { createdAt = now, lastUsedAt = now, authenticator } = source
  return {
    line: source.line,
    origin: createHash('sha256')
      .update(JSON.stringify([system, source.origin]))
      .digest('base64url'),
    addresses,
    claimedEmail: source.isEmailVerified ? undefined : email,
    username,
    isHeld,
    name: nameIn(deployment, source.name, note),
    password,
    createdAt: pastOf(createdAt, now),
    // The last use is unknown, so the account does not count as long unused.
    lastUsedAt: pastOf(lastUsedAt, now),
    suspendedReason: source.isSuspended ? suspendedReason : undefined,
    language: languageIn(source.language, note),
    birthday: birthdayIn(deployment, source.birthday, note),
    authenticator: authenticator && { secret: authenticator.secret, since: pastOf(authenticator.since ?? now, now) },
    notes,
  }
}

const pastOf = (at: number, now: number): number => Math.max(0, Math.min(Math.floor(at), now))

/** Records data that is not imported. */
type Note = (text: string) => undefined

/** Also records an invalid address. */
type Noting = Record<'note' | 'none', Note>

const emailIn = (deployment: Deployment, typed: string, { note, none }: Noting): string | undefined => {
  const read = readEmail(typed)
  if (!read.ok) return none('its email is not valid')
  if (!isOn(deployment, 'email')) return note('the policy has emails off, and it is not imported')
  const isRefused = mailDomainRefusal(deployment, read.value) !== undefined
  return isRefused ? note('the policy takes no email of its domain, and it is not imported') : read.value
}

const mobileIn = (deployment: Deployment, typed: string, { note, none }: Noting): string | undefined => {
  const read = readNumber({ typed, region: undefined })
  if (!read.ok) return none('its mobile is not valid with a country code, such as +8613800138000')
  return isOn(deployment, 'mobile') ? read.value.number : note('the policy has mobiles off, and it is not imported')
}

const usernameIn = (
  deployment: Deployment,
  { username, email }: SourcePerson,
  note: Note,
): UsernameRecord | undefined => {
  // An email in the column of usernames is not a username.
  if (username === undefined || username.toLowerCase() === email?.toLowerCase()) return undefined
  const read = readNewUsername(username, deployment)
  return read.ok ? read.value : note(`the username is refused (${read.reason}), and another replaces it`)
}

const passwordIn = (hash: string): JudgedPerson['password'] => {
  try {
    return readForeignHash(hash)
  } catch (error) {
    if (error instanceof HashRefused) return refuse(`its password hash ${error.message}`)
    throw error
  }
}

const nameIn = (deployment: Deployment, name: string | undefined, note: Note): string | undefined => {
  if (name === undefined) return undefined
  const { data } = personName.safeParse(spelt(name))
  const shown = data === undefined ? undefined : readNameHere(deployment, 'member', data)
  return shown?.ok ? shown.value : note(`the name is refused${shown ? ` (${shown.reason})` : ''}`)
}

const languageIn = (tag: string | undefined, note: Note): string => {
  const said = tag?.replace('_', '-').toLowerCase() ?? ''
  const language = fullLanguages.find(
    (each) => said === each.toLowerCase() || said.split('-')[0] === each.split('-')[0],
  )
  if (tag !== undefined && !language) note('messages are not in its language')
  return language ?? fullLanguageOf(said)
}

const birthdayIn = ({ now }: Deployment, day: string | undefined, note: Note): string | undefined => {
  if (!day) return undefined
  const read = readDay(day, now())
  return read.ok ? read.value : note(`the birthday is refused (${read.reason})`)
}
