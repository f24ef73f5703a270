import { expect, it } from 'vitest'
import { allCalls } from '#contract/calls'
import { CookieJar } from '#contract/wire/cookie-jar'
import { dataOf, describeWorlds } from '#tests/account-api/worlds/worlds'

it('happy: every call that can end other sessions can also keep the browser’s other accounts', () => {
  const having = (flag: string) => allCalls.filter(({ input }) => flag in input.shape).map(({ name }) => name)
  expect(having('kick_other').length).toBeGreaterThan(8)
  expect(having('aff_multi_login')).toEqual(expect.arrayContaining(having('kick_other')))
})

describeWorlds('a sign-in that replaces another account on $name', (world) => {
  /** Ann is signed in; Bo signs in at the same browser. `isAnnThere`: with the cookies that she had. */
  const inTurn = async (flags: { aff_multi_login?: 0 | 1 }, otherwise: { password?: string } = {}) => {
    const [ann, bo] = [await world.registerMobile(), await world.registerEmail()]
    const before = world.person({ jar: new CookieJar(ann.jar.toJSON()) })
    const typed = { account: bo.email, password: bo.password, ...otherwise, ...flags }
    const entered = await ann.client.accountLoginV2(typed)
    return { ann, entered, isAnnThere: dataOf(await before.checkLogin({})).signed_in }
  }

  it('happy: a sign-in ends the other account’s session and records that, except with aff_multi_login=1 or a wrong password', async () => {
    const { ann, isAnnThere } = await inTurn({})
    expect(isAnnThere).toBe(false)
    expect((await world.activityOf(ann.userId))[0]?.[0]).toBe('signed_out')
    expect(await inTurn({ aff_multi_login: 1 })).toMatchObject({ isAnnThere: true, entered: { ok: true } })
    const tried = await inTurn({}, { password: 'not the password' })
    expect(tried).toMatchObject({ isAnnThere: true, entered: { ok: false } })
  })

  it('security: a sign-in ends no other session of the same account, and none at another browser', async () => {
    const ann = await world.registerMobile()
    const before = world.person({ jar: new CookieJar(ann.jar.toJSON()) })
    await ann.client.accountLoginV2({ account: ann.mobile, password: ann.password })
    const [elsewhere, third] = [await world.secondSession(ann), await world.registerEmail()]
    await third.client.accountLoginV2({ account: ann.mobile, password: ann.password })
    for (const client of [before, elsewhere]) expect(dataOf(await client.checkLogin({})).signed_in).toBe(true)
  })
})
