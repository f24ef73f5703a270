import { expect, it } from 'vitest'
import { brakeRule, isBraked } from '#account-api/verification/password-guesses/brake'
import { describeWorlds } from '#tests/account-api/worlds/worlds'
import { changeForTest } from '#tests/fixtures/hooks'

describeWorlds('the brake of a new deployment on $name', (world) => {
  const isPulledBy = (wrong: number) => {
    const at = world.deployment.now()
    return isBraked(world.storage, at, new Map([[Math.floor(at / 3_600_000), wrong]]))
  }

  it('happy: the brake allows as many wrong passwords as accounts signed in within the hour, each counted once', async () => {
    changeForTest(brakeRule, { least: 4 })
    expect(await isPulledBy(4)).toBe(true)
    // The usual number is computed once an hour.
    world.passMinutes(120)
    const person = await world.registerMobile()
    for (let count = 0; count < 9; count += 1) await world.registerMobile()
    for (let count = 0; count < 5; count += 1) await world.secondSession(person)
    expect(await isPulledBy(9)).toBe(false)
    expect(await isPulledBy(10)).toBe(true)
    world.passMinutes(120)
    expect(await isPulledBy(4)).toBe(true)
  })
})
