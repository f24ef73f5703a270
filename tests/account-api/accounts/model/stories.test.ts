import { it } from 'vitest'
import { describeWorlds } from '#tests/account-api/worlds/worlds'
import { performTold } from './plays'
import { stories } from './stories'

describeWorlds('an account with a thief, in known stories, on $name', (world) => {
  it.each(Object.entries(stories))('security: %s, and the thief keeps nothing', (_, play) => performTold(world, play))
})
