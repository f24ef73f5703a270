import { it } from 'vitest'
import { describeWorlds } from '#tests/account-api/worlds/worlds'
import { performAll } from './plays'

/** The first plays of other seeds than that of model.test.ts, which performs 50 more. */
const plays = { numRuns: 150, seed: 405746568 }

/** Milliseconds for plays that hang, and for making a play that fails shorter. */
const longest = 900_000

describeWorlds('an account with a thief, in many plays, on $name', (world) => {
  it(
    'security: a thief with one factor ends none of the owner’s two old factors, and keeps nothing in the account',
    () => performAll(world, plays),
    longest,
  )
})
