import { it } from 'vitest'
import { describeWorlds } from '#tests/account-api/worlds/worlds'
import { performAll } from './plays'

/** What a play proves hangs little on the database, and PostgreSQL takes twice the time. */
const plays = { SQLite: { numRuns: 250, seed: 405746568 }, PostgreSQL: { numRuns: 60, seed: 1129 } }

/** Milliseconds for plays that hang, and for making a play that fails shorter. */
const longest = 900_000

describeWorlds('an account with a thief, in many plays, on $name', (world, { name }) => {
  it(
    'security: the thief has one thing, the owner two old factors: he ends none of them, and nothing of his is left',
    () => performAll(world, plays[name]),
    longest,
  )
})
