import { it } from 'vitest'
import { describeWorlds } from '#tests/account-api/worlds/worlds'
import { performAll } from './plays'

/** As many plays as fit into 7 CPU seconds. They are the same in each run: model.long.test.ts performs others. */
const plays = { numRuns: 50, seed: 49 }

/** Milliseconds for plays that hang, and for making a play that fails shorter. */
const longest = 900_000

describeWorlds('an account with a thief, on $name', (world) => {
  it(
    'security: a thief with one factor ends none of the owner’s two old factors, and keeps nothing in the account',
    () => performAll(world, plays),
    longest,
  )
})
