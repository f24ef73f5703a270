import fc from 'fast-check'
import { it } from 'vitest'
import { changeDue } from '#account-api/addresses/binding/due-changes'
import { usualPolicy } from '#settings/policy/policy'
import type { World } from '#tests/account-api/worlds/world'
import { type Facts, openAccount, someFacts } from './account'
import type { Heard } from './actor'
import { changes, removals } from './changes'
import { ends, looks } from './ends'
import { expectThat, judgeAnswer, judgeEnd, judgeKept, listed, missingOf } from './judge'
import { followHelp } from './owner'
import { signIns } from './sign-ins'
import type { Stage, Step } from './step'
import { takeovers } from './takeovers'

const ofOwner: Record<string, Step> = { ...signIns, ...changes, ...ends, ...looks }

/** Everything that a thief may do. */
export const steps: Record<string, Step> = { ...ofOwner, ...removals, ...takeovers }

/** One step of a play. `after`: the minutes before it. */
export interface Move {
  who: 'owner' | 'thief'
  does: string
  nth: number
  after: number
}

/** An account, what owner and thief do in turn, and what the thief does while the owner waits for two days. */
export interface Play {
  facts: Facts
  moves: Move[]
  meanwhile: Move[]
}

const someMove = (who: Move['who']): fc.Arbitrary<Move> =>
  fc.record({
    who: fc.constant(who),
    does: fc.constantFrom(...Object.keys(who === 'owner' ? ofOwner : steps)),
    nth: fc.nat(11),
    after: fc.constantFrom(2, 2, 2, 12, 180),
  })

const ofThief = { weight: 4, arbitrary: someMove('thief') }

const somePlay: fc.Arbitrary<Play> = fc.record({
  facts: someFacts,
  moves: fc.array(fc.oneof(ofThief, { weight: 1, arbitrary: someMove('owner') }), { maxLength: 30, size: 'max' }),
  meanwhile: fc.array(someMove('thief'), { maxLength: 5 }),
})

/** The thief’s minutes before the owner reads the messages: fewer than a change waits. */
const longest = 47 * 60

/**
 * Plays, and judges each answer to the thief, each of his steps and the end.
 * @param note gets a line for each step and each call
 * @throws where something does not hold
 */
const perform = async (
  world: World,
  { facts, moves, meanwhile }: Play,
  note: (line: string) => void,
): Promise<void> => {
  Object.assign(world.deployment, { policy: usualPolicy })
  let addresses: string[] | undefined
  const hear = (who: Move['who']) => (heard: Heard) => {
    const { name, input, told } = heard
    note(
      `  ${who} ${name} ${JSON.stringify(input)} ${told.ok ? 'ok' : told.code} ${JSON.stringify(told.data).slice(0, 200)}`,
    )
    if (who === 'thief' && addresses) judgeAnswer(heard, { facts, addresses })
  }
  const {
    at: there,
    before,
    known,
    ...people
  } = await openAccount(world, facts, { owner: hear('owner'), thief: hear('thief') })
  const { owner, thief } = people
  const had = [known?.mobile?.value, known?.email?.value, known?.recovery?.value].filter((each) => each !== undefined)
  addresses = had.filter((address) => !thief.reads(address))
  const at: Stage = { ...there, isOwn: (address) => had.includes(address) || owner.reads(address) }
  const of = facts.isDue ? 'everybody' : 'nobody'
  const second_factor = { ...usualPolicy.second_factor, of, grace_days: 0 } as const
  Object.assign(world.deployment, { policy: { ...usualPolicy, second_factor } })
  const old = listed(before)

  const pass = async (minutes: number) => {
    world.passMinutes(minutes)
    await changeDue(world.service)
  }
  const move = async ({ who, does, nth, after }: Move) => {
    await pass(after)
    note(`${who} ${does} ${nth}, after ${after} minutes`)
    people[who].settle()
    await steps[does]?.(people[who], { ...at, nth })
  }
  let spent = 0
  for (const each of moves) {
    const after = Math.min(each.after, longest - spent)
    spent += after
    await move({ ...each, after })
    const gone = each.who === 'thief' ? await missingOf(at, old) : []
    expectThat(gone.length === 0, `the thief ended an old method by ${each.does}:`, gone)
  }
  note('the owner follows the help')
  const waitTwoDays = async () => {
    for (const each of meanwhile) await move(each)
    await pass(48 * 60)
  }
  expectThat(await followHelp(owner, { ...at, nth: moves.length }, waitTwoDays), 'the owner does not get in')
  await judgeEnd({ at, facts, old, thief })
  await pass(48 * 60)
  await judgeKept({ at, facts, old })
}

/** Performs a play. The message of a failure lists its steps. */
export const performTold = async (world: World, play: Play): Promise<void> => {
  const lines: string[] = []
  await perform(world, play, (line) => lines.push(line)).catch((failure: Error) => {
    failure.message += `\n${lines.join('\n')}`
    throw failure
  })
}

/** Milliseconds for plays that hang, and for making a play that fails shorter. */
const timeoutMs = 900_000

/** A test of this many plays. MODEL_SEED and MODEL_PATH of a failure repeat that play. */
export const itPlays = (world: World, plays: { numRuns: number; seed: number }): void =>
  it(
    'security: a thief with one factor ends none of the owner’s two old factors, and keeps nothing in the account',
    async () => {
      const { MODEL_SEED, MODEL_PATH } = process.env
      const again = MODEL_SEED !== undefined && { seed: Number(MODEL_SEED), ...(MODEL_PATH && { path: MODEL_PATH }) }
      const property = fc.asyncProperty(somePlay, (play) => performTold(world, play))
      await fc.assert(property, { ...plays, ...again })
    },
    timeoutMs,
  )
