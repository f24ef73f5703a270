import { describeWorlds } from '#tests/account-api/worlds/worlds'
import { itPlays } from './play'

describeWorlds('an account with a thief, on $name', (world) => {
  // As many plays as fit into 7 CPU seconds. They are the same in each run: model.long.test.ts performs others.
  itPlays(world, { numRuns: 50, seed: 49 })
})
