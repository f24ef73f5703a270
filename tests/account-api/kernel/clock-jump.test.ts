import { expect, it } from 'vitest'
import { count } from '#account-api/kernel/limits/limits'
import { dataOf, describeWorlds } from '#tests/account-api/worlds/worlds'

const jumpMinutes = 400 * 24 * 60

describeWorlds('a clock that jumps 400 days ahead and back, on $name', (world) => {
  const ahead = async (act: () => Promise<unknown>): Promise<void> => {
    world.passMinutes(jumpMinutes)
    try {
      await act()
    } finally {
      world.passMinutes(-jumpMinutes)
    }
  }

  it('happy: after the clock jumps back, the right password signs in despite too many earlier wrong ones', async () => {
    const { mobile, password } = await world.registerMobile()
    const enter = (given: string) => world.person().accountLoginV2({ account: mobile, password: given })
    await ahead(async () => {
      for (let tries = 0; tries < 60; tries += 1) await enter(`wrong ${tries}`)
      expect(await enter(password)).toMatchObject({ ok: false })
    })
    dataOf(await enter(password))
  })

  it('happy: after the clock jumps back, a full limit accepts one more, and is then full', async () => {
    const bucket = { name: 'signIns', subject: 'somebody', part: '' }
    const rate = { most: 3, leakMs: 60_000 }
    const add = () => world.storage.buckets.add(bucket, { at: world.deployment.now(), ...rate })
    await ahead(async () => {
      for (let turn = 0; turn < 3; turn += 1) expect(await add()).toBe(true)
    })
    await world.atOneMoment(async () => {
      expect(await add()).toBe(true)
      expect(await add()).toBe(false)
    })
    world.passMinutes(1)
    expect(await add()).toBe(true)
  })

  it('happy: after the clock jumps back, a full count restarts', async () => {
    const exported = async () =>
      (await count(world.storage, 'exports', { subject: 'somebody', at: world.deployment.now() })).within
    await ahead(async () => {
      for (let turn = 0; turn < 11; turn += 1) await exported()
      expect(await exported()).toBe(false)
    })
    expect(await exported()).toBe(true)
  })

  it('security: a copy whose clock is half a minute behind lifts no limit', async () => {
    const at = world.deployment.now()
    const rate = { most: 3, leakMs: 4000 }
    const add = (ms: number) =>
      world.storage.buckets.add({ name: 'signIns', subject: 'other', part: '' }, { at: ms, ...rate })
    for (let turn = 0; turn < 3; turn += 1) await add(at)
    expect(await add(at - 30_000)).toBe(false)
  })
})
