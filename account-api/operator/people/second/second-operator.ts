import { hours } from '../../../kernel/time'
import { type Fault, faulty, type Operator } from '../../handling'
import { isGood } from '../../keys/key'
import type { Setting, Stores } from '../../service'

/**
 * What two operators have to be who agree to something. A person may have several keys, and the maker of a key has seen it.
 * So:
 * - neither acts by the application key, which is of no person;
 * - their keys are for different people, and do not come from one key: the application key has made each, or the line of
 *   keys by which it was made. So no key can make a pair, whatever its scope;
 * - both keys are older than this: a thief of the application key who makes a pair is no faster than by waiting.
 */
const oldEnoughMs = hours(48)

/** Who has asked for something that another operator has to agree to. */
export type FirstOperator = Pick<Operator, 'name' | 'holder'> & { keyId: string; line: string }

/** The operator as one of two. A fault: this one cannot be. */
export const oneOfTwo = (
  { now }: Pick<Setting, 'now'>,
  { keyId, line, createdAt, name, holder }: Operator,
): FirstOperator | Fault => {
  if (keyId === null || createdAt === null)
    return faulty('The application key is nobody’s own. Two operators agree by operator keys, each by their own.')
  if (line === null) return faulty('It is not known who made this key. Let the application key make another one.')
  if (createdAt > now() - oldEnoughMs) return faulty('Two operators agree by keys that are older than 48 hours.')
  return { keyId, line, name, holder }
}

/** Names as people tell them apart. */
const plain = (holder: string): string => holder.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim()

/** Why an operator is not another one than the first. Undefined: nothing speaks against it. */
export const faultOfSecond = async (
  setting: Pick<Setting, 'now'>,
  { operatorKeys }: Pick<Stores, 'operatorKeys'>,
  { first, by }: { first: FirstOperator; by: Operator },
): Promise<Fault | undefined> => {
  const second = oneOfTwo(setting, by)
  if ('fault' in second) return second
  if (second.keyId === first.keyId || plain(second.holder) === plain(first.holder))
    return faulty(`This takes another operator than ${first.holder}, who has asked for it.`)
  if (second.line === first.line)
    return faulty('Both keys come from one key. Let the application key make a key for each of two people.')
  const key = await operatorKeys.findById(first.keyId)
  return key && isGood(key, setting.now())
    ? undefined
    : faulty('The key of the operator who asked has ended since. Stop the recovery, and ask again.')
}
