import { randomInt } from 'node:crypto'
import type { Rule } from '#account-api/accounts/service'
import { mark } from '#account-api/kernel/events/mark'
import { newId } from '#account-api/kernel/random'
import { type UsernameRecord, usernameRecord } from '#rules/typed/username'
import type { Identifier } from './identifier'

/** Another account has the identifier. Thrown inside a transaction, so that nothing of a new account remains. */
export class IdentifierTaken extends Error {
  constructor(readonly identifier: Identifier) {
    super(`${identifier.kind} is taken`)
  }
}

/** Runs an operation again if another account took an identifier meanwhile. The second run finds that account. */
export const retried =
  <Own, Input, Result>(operation: (service: Own, input: Input) => Promise<Result>) =>
  async (service: Own, input: Input): Promise<Result> => {
    try {
      return await operation(service, input)
    } catch (error) {
      if (error instanceof IdentifierTaken) return operation(service, input)
      throw error
    }
  }

export interface NewPerson {
  language: string
  /** The version of the operator's terms that the person agreed to, if any were shown. */
  termsVersion?: string | undefined
  /** The ticket of the invitation that brought the person. */
  inviteTicket?: string | undefined
}

export interface NewAccount extends NewPerson {
  identifiers: Identifier[]
  passwordHash: string | null
}

/**
 * Creates an account with proven identifiers, and with a made-up username that the person may change.
 * @returns the account's id
 * @throws IdentifierTaken
 */
export const createAccount: Rule<NewAccount, string> = async (
  stores,
  { identifiers, passwordHash, language, termsVersion },
) => {
  const at = stores.deployment.now()
  const id = newId(at)
  const account = { id, accountType: 0, passwordHash, language, termsVersion, createdAt: at }
  await mark(stores, stores.accounts.insert(account), { accountId: id })
  if (termsVersion !== undefined) await stores.terms.accept({ accountId: id, version: termsVersion, at })
  for (const identifier of identifiers) {
    const bound = await stores.accounts.bind({ ...identifier, accountId: id, at })
    if (!bound) throw new IdentifierTaken(identifier)
    // Proving an email ends the claims to it.
    if (identifier.kind === 'email') await stores.accounts.dropClaims(identifier.value)
  }
  while (!(await stores.usernames.take({ ...randomUsername(), accountId: id, at })));
  return id
}

/** No vowels and no look-alikes, so usernames spell no words and can be read aloud. */
const letters = 'bcdfghjkmnpqrstvwxz23456789'

const madeUp = new RegExp(`^user-[${letters}]{8}$`)

/** True for a username in the form that createAccount makes up. */
export const isMadeUp = (username: string): boolean => madeUp.test(username)

/** Makes up a username. Another account may have it. */
export const randomUsername = (): UsernameRecord =>
  usernameRecord(`user-${Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')}`)
