import { describeWorlds } from '#tests/account-api/worlds/worlds'
import { itPlays } from './play'

describeWorlds('an account with a thief, in many plays, on $name', (world) => {
  // The first plays of another seed than that of model.test.ts, which performs 50 more.
  itPlays(world, { numRuns: 100, seed: 405746568 })
})
