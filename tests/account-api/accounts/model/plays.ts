import fc from 'fast-check'
import { it } from 'vitest'
import type { World } from '#tests/account-api/worlds/world'
import { type Play, perform, somePlay } from './play'

/** Performs a play. The message of a failure lists its steps. */
export const performTold = async (world: World, play: Play): Promise<void> => {
  const lines: string[] = []
  await perform(world, play, (line) => lines.push(line)).catch((failure: Error) => {
    failure.message += `\n${lines.join('\n')}`
    throw failure
  })
}

/** Milliseconds for plays that hang, and for making a play that fails shorter. */
const longest = 900_000

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
    longest,
  )
