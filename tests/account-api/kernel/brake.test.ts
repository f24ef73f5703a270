import { expect, it } from 'vitest'
import { brakeRule, isBraked } from '#account-api/verification/password-guesses/brake'
import { describeWorlds } from '#tests/account-api/worlds/worlds'

describeWorlds('the brake of a new deployment on $name', (world) => {
  const isPulledBy = (wrong: number) => {
    const at = world.deployment.now()
    return isBraked(world.storage, at, new Map([[Math.floor(at / 3_600_000), wrong]]))
  }

  it('happy: the brake allows as many wrong passwords as accounts signed in within the hour, each counted once', async () => {
    const { least } = brakeRule
    brakeRule.least = 4
    try {
      expect(await isPulledBy(4)).toBe(true)
      // The usual number is computed once an hour.
      world.passMinutes(120)
      const people = []
      for (let count = 0; count < 10; count += 1) people.push(await world.registerMobile())
      for (let count = 0; count < 5; count += 1) await world.secondSession(people[0] ?? { mobile: '', password: '' })
      expect(await isPulledBy(9)).toBe(false)
      expect(await isPulledBy(10)).toBe(true)
      world.passMinutes(120)
      expect(await isPulledBy(4)).toBe(true)
    } finally {
      brakeRule.least = least
    }
  })
})
