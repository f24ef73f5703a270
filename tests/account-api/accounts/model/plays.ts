import fc from 'fast-check'
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

/** Performs this many plays. MODEL_SEED and MODEL_PATH of a failure repeat that play. */
export const performAll = async (
  world: World,
  { numRuns, seed }: { numRuns: number; seed?: number },
): Promise<void> => {
  const { MODEL_SEED, MODEL_PATH } = process.env
  const again = MODEL_SEED === undefined ? {} : { seed: Number(MODEL_SEED), ...(MODEL_PATH && { path: MODEL_PATH }) }
  const property = fc.asyncProperty(somePlay, (play) => performTold(world, play))
  await fc.assert(property, { numRuns, ...(seed !== undefined && { seed }), ...again })
}
