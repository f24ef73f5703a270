import { hours } from '#account-api/kernel/time'
import { type Fault, faulty, type Operator } from '#account-api/operator/handling'
import { isGood } from '#account-api/operator/keys/key'
import type { Setting, Stores } from '#account-api/operator/service'
import { isSameName } from '#rules/typed/name-key'

/**
 * What two operators have to be who agree to something. A person may have several keys, and an account next to them. The
 * maker of a key has seen it, and the giver of a role may have given it to their own account. So:
 * - neither acts by the application key, which is of no person;
 * - both act by keys that are for different people, or both by their own accounts at the desk;
 * - neither their keys nor their roles come from one key or role: the application key has given each, or the line by which
 *   it was given. So no key and no account can make a pair, whatever its scope;
 * - both are older than this: a thief of the application key who makes a pair is no faster than by waiting.
 */
const oldEnoughMs = hours(48)

/** Who has asked for something that another operator has to agree to. */
export type FirstOperator = Pick<Operator, 'keyId' | 'userId' | 'name' | 'holder'> & { line: string; createdAt: number }

/** The operator as one of two. A fault: this one cannot be. */
export const oneOfTwo = (
  { now }: Pick<Setting, 'now'>,
  { keyId, userId, line, createdAt, name, holder }: Operator,
): FirstOperator | Fault => {
  if (createdAt === null)
    return faulty('The application key is nobody’s own. Two operators agree by their own keys, or at the desk.')
  if (line === null)
    return faulty('It is not known who gave this key or role. Let the application key give another one.')
  if (createdAt > now() - oldEnoughMs)
    return faulty('Two operators agree by keys or roles that are older than 48 hours.')
  return { keyId, userId, line, createdAt, name, holder }
}

/** True when both may be one person. At the desk a person has one account, whose name the person may change. */
const isSame = (first: FirstOperator, second: FirstOperator): boolean =>
  second.userId === null
    ? second.keyId === first.keyId || isSameName(second.holder, first.holder)
    : second.userId === first.userId

/** Why an operator is not another one than the first. Undefined: nothing speaks against it. */
export const faultOfSecond = async (
  stores: Pick<Stores, 'setting' | 'operatorKeys' | 'operators'>,
  { first, by }: { first: FirstOperator; by: Operator },
): Promise<Fault | undefined> => {
  const second = oneOfTwo(stores.setting, by)
  if ('fault' in second) return second
  if ((second.userId === null) !== (first.userId === null))
    return faulty(
      'An account at the desk and a key may be of one person. Agree as it was asked: at the desk, or by a key.',
    )
  if (isSame(first, second)) return faulty(`This takes another operator than ${first.holder}, who has asked for it.`)
  if (second.line === first.line)
    return faulty('Both come from one key or role. Let the application key give one to each of two people.')
  return (await isStill(stores, first))
    ? undefined
    : faulty('The key or role of the operator who asked has ended since. Stop the recovery, and ask again.')
}

/** True while the key is good, or the account has the role that it had. */
const isStill = async (
  stores: Pick<Stores, 'setting' | 'operatorKeys' | 'operators'>,
  { keyId, userId, createdAt }: FirstOperator,
): Promise<boolean> => {
  if (userId !== null) return (await stores.operators.find(userId))?.addedAt === createdAt
  const key = await stores.operatorKeys.findById(keyId ?? '')
  return key !== undefined && isGood(stores, key, stores.setting.now())
}
