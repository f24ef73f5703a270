import { randomInt } from 'node:crypto'
import { newId } from '../random'
import { inTransaction, type Rule, type Service } from '../service'
import type { Setting } from '../setting'
import type { Transaction } from '../stores'
import { skeletonOf } from '../username/skeleton'
import type { UsernameRecord } from '../username/username-store'
import type { Identifier } from './identifier'

/** Another account holds the identifier. Thrown inside a transaction, so that nothing of the new account stays. */
export class IdentifierTaken extends Error {
  constructor(readonly identifier: Identifier) {
    super(`${identifier.kind} is taken`)
  }
}

/**
 * Makes an operation of a rule, as {@link inTransaction} does. When another account takes an identifier in the same
 * moment, the rule runs a second time: then there is a holder to be seen.
 */
export const inRetriedTransaction = <Input, Result>(rule: Rule<Input, Result>) => {
  const operation = inTransaction(rule)
  return async (service: Service, input: Input): Promise<Result> => {
    try {
      return await operation(service, input)
    } catch (error) {
      if (error instanceof IdentifierTaken) return operation(service, input)
      throw error
    }
  }
}

/**
 * Creates an account that holds the given, proven identifiers, with a username of its own that the person may change.
 * @returns the account's id
 * @throws IdentifierTaken
 */
export const createAccount = async (
  setting: Setting,
  stores: Transaction,
  { identifiers, passwordHash, language }: { identifiers: Identifier[]; passwordHash: string | null; language: string },
): Promise<string> => {
  const at = setting.now()
  const id = newId(at)
  await stores.accounts.insert({ id, accountType: 0, passwordHash, language, createdAt: at })
  for (const identifier of identifiers) {
    const bound = await stores.accounts.bind({ ...identifier, accountId: id, at })
    if (!bound) throw new IdentifierTaken(identifier)
    // Who has proven an address holds it; whoever only claimed it does no more.
    if (identifier.kind === 'email') await stores.accounts.dropClaims(identifier.value)
  }
  while (!(await stores.usernames.take({ ...randomUsername(), accountId: id, at })));
  return id
}

/** No vowels and no look-alikes: a name that spells nothing and can be read out. */
const letters = 'bcdfghjkmnpqrstvwxz23456789'

const randomUsername = (): UsernameRecord => {
  const value = `user-${Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')}`
  return { value, skeleton: skeletonOf(value) }
}
