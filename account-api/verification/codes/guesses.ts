import { type Counter, tally } from '#account-api/kernel/limits/rolling'
import { secondsUntil } from '#account-api/kernel/time'
import type { Service, Stores } from '#account-api/verification/service'
import { slotOf, type TypedCode } from './code'
import { provenCodes, wrongCodes } from './wrong-codes'

/**
 * How many wrong guesses at the codes of one address are checked in a day, whatever their purposes and requests.
 * Correct ones are not counted, so the count does not reveal that the address is in use.
 */
export const guessRule = {
  /** Guesses at codes that were requested in browsers unknown to the account. */
  most: 30,
  /** Guesses at codes that were requested in known browsers. */
  mostKept: 50,
  /** Guesses at the fixed codes of reserved identifiers, which do not change. */
  mostAtFixed: 5,
}

export type TooManyWrongCodes<Field> = {
  ok: false
  code: 'too_many_wrong_codes'
  retryAfter: number
  field: Field
}

type Outcome = { ok: true } | { ok: false; code: string }

/** The input of an operation that checks codes. `field` is the input field of the code. */
interface Guesses<Field> {
  typed: (TypedCode & { field?: Field })[]
  clientAddress: string
  /** True when the operation leaves the codes unused. */
  isLook?: boolean
}

/**
 * Adds a limit on guesses to an operation that checks codes. A guess is counted before it is checked, in a separate
 * statement: concurrent guesses are counted too, and no transaction locks a row that others count in.
 * @param guessesOf the codes that the operation checks
 */
export const boundingGuesses =
  <Own extends Service, Input, Result extends Outcome, Field = undefined>(
    operation: (service: Own, input: Input) => Promise<Result>,
    guessesOf: (input: Input, service: Own) => Guesses<Field> | Promise<Guesses<Field>>,
  ) =>
  async (service: Own, input: Input): Promise<Result | TooManyWrongCodes<Field | undefined>> => {
    const { deployment, storage } = service
    const { typed, clientAddress, isLook = false } = await guessesOf(input, service)
    const at = deployment.now()
    const bounds = await Promise.all(typed.map((each) => boundOf(storage, each)))
    const counted = bounds.filter((bound) => bound !== undefined)
    const tallies = await tally(storage, { add: counted.map(({ counter }) => counter) }, at)
    const leftOf = ({ counter, most }: Bound) => most - tallies.of(counter).total
    const over = counted.find((bound) => leftOf(bound) < 0)
    if (over) {
      await tallies.uncount()
      const retryAfter = secondsUntil(deployment, tallies.of(over.counter).freeAt(over.most))
      return { ok: false, code: 'too_many_wrong_codes', retryAfter, field: typed[bounds.indexOf(over)]?.field }
    }
    const result = await operation(service, input)
    if (isWrong(result)) {
      await tally(storage, { add: wrongCodes(clientAddress) }, at)
      return 'triesLeft' in result
        ? { ...result, triesLeft: Math.min(Number(result.triesLeft), ...counted.map(leftOf)) }
        : result
    }
    await tallies.uncount()
    // A correct code to a number without an account counts too. Correct codes from known browsers and testers do not
    // count for a client address.
    const isRight = !isLook && (result.ok || result.code === 'not_registered')
    const isBySms = bounds.some(
      (bound, nth) => bound?.counter.name === 'guesses' && typed[nth]?.target.channel === 'sms',
    )
    if (isRight && isBySms) await tally(storage, { add: provenCodes(clientAddress) }, at)
    return result
  }

interface Bound {
  counter: Counter
  most: number
}

/** The counter of a guess. Undefined: no code can be guessed. */
const boundOf = async (stores: Stores, { target, named }: TypedCode): Promise<Bound | undefined> => {
  const standing = await stores.codes.find(slotOf(target), named)
  const isOver =
    !standing || standing.usedAt !== null || standing.expiresAt <= stores.deployment.now() || standing.triesLeft <= 0
  if (isOver) return undefined
  const subject = `${target.channel}:${target.to}`
  const { most, mostKept, mostAtFixed } = guessRule
  if (standing.isKnownBrowser) return { counter: { name: 'guessesKept', subject }, most: mostKept }
  if (stores.deployment.testCodes.has(target.to))
    return { counter: { name: 'guessesAtFixedCodes', subject }, most: mostAtFixed }
  return { counter: { name: 'guesses', subject }, most }
}

const isWrong = (result: Outcome): boolean =>
  !result.ok && (result.code === 'code_wrong' || result.code === 'code_locked')
