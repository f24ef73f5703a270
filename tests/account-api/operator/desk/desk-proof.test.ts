import { beforeAll, expect, it } from 'vitest'
import { allOperatorCalls, mayMakeNamed, type OperatorCallName } from '#contract/operator/operator-calls'
import { answeredOf, bearing, operatorsOf, pathOf, withoutEffects } from '#tests/account-api/operator/keys/operators'
import { withAuthenticator } from '#tests/account-api/verification/authenticators/apps'
import { press, ticketTo } from '#tests/account-api/worlds/attacks'
import { codeOf, dataOf, describeWorlds } from '#tests/account-api/worlds/worlds'
import { atDesk, deskTicket, enterDesk, giveRole, newOperator, proveApp, provenOperator, reason } from './desk'

/** The acts that somebody with a copied cookie of the desk can do without the factor. The list is independent of the rows. */
const withoutFactor: readonly string[] = [
  ...['approveName', 'refuseName', 'nameUser', 'freezeUser', 'endSessionsOfUser', 'stopRecovery'],
  ...['retryMessage', 'retryMessages', 'dropMessage', 'endAnnouncement'],
  ...['nameOrganisation', 'freezeOrganisation', 'unfreezeOrganisation'],
  ...['listKeys', 'listOperators', 'showWebhook', 'findUsers'],
]

const asked = { name: 'deploy', holder: 'Ann', scopes: ['all' as const], days: 366 }

describeWorlds('a factor at the desk on $name', (world) => {
  const { own, by, make } = operatorsOf(world)
  const lastTold = async (address: string) => (await world.toldLast(address))?.body ?? ''

  it('security: a copied desk cookie creates no key once the factor is 10 minutes old, until a new proof', async () => {
    const chief = await atDesk(world, 'all')
    expect(codeOf(await by(chief.token).makeKey(asked))).toBe('ok')
    world.passMinutes(11)
    expect(codeOf(await by(chief.token).makeKey(asked))).toBe('factor_lacking')
    // The owner proves the factor for another act, and the copy gains nothing from it.
    await proveApp(world, chief)
    expect(codeOf(await by(chief.token).makeKey(asked))).toBe('factor_lacking')
    const again = dataOf(await world.person().redeemDeskTicket(await deskTicket(chief.client)))
    expect(again.renews).toBe(true)
    expect(codeOf(await by(again.token).makeKey(asked))).toBe('ok')
    expect(codeOf(await by(chief.token).showOperator({}))).toBe('key_refused')
  })

  it('happy: a browser that enters for the first time renews no session', async () => {
    const operator = await provenOperator(world, 'read')
    await deskTicket(operator.client)
    expect(dataOf(await world.person().redeemDeskTicket(await deskTicket(operator.client))).renews).toBe(false)
  })

  it('happy: every operator with the scope all is notified of a new key or operator, including who created it', async () => {
    const chief = await atDesk(world, 'all')
    const other = await newOperator(world, 'all')
    const helper = await newOperator(world, 'support')
    const quiet = await world.storage.outbox.newest(helper.email, 10)
    answeredOf(await by(chief.token).makeKey(asked))
    for (const { email, mobile } of [chief, other])
      for (const address of [email, mobile]) {
        expect(await world.toldLast(address)).toMatchObject({ purpose: 'operators_told', link: null })
        expect(await lastTold(address)).toMatch(/made the operator key .deploy, Ann, all, 366/)
      }
    const { userId: user_id } = await withAuthenticator(world, await world.registerBothFast())
    answeredOf(await by(chief.token).addOperator({ user_id, scopes: ['support'], reason }))
    expect(await lastTold(other.email)).toMatch(/made .\S+ \(support\). an operator/)
    answeredOf(await own().removeOperator({ user_id, reason }))
    expect(await lastTold(other.email)).toMatch(/“application key” took the role of an operator from/)
    expect(await world.storage.outbox.newest(helper.email, 10)).toEqual(quiet)
  })

  it('security: a key created at the desk ends with the role, and so do the keys that it created', async () => {
    const chief = await atDesk(world, 'all')
    const { key, key_id } = answeredOf(await by(chief.token).makeKey(asked))
    const second = answeredOf(await by(key).makeKey(asked))
    const { keys } = answeredOf(await own().listKeys({}))
    expect(keys.find((each) => each.key_id === key_id)).toMatchObject({ made_by_operator: chief.userId })
    answeredOf(await own().removeOperator({ user_id: chief.userId, reason }))
    for (const each of [key, second.key]) expect(codeOf(await by(each).showOperator({}))).toBe('key_refused')
    const ended = answeredOf(await own().listKeys({})).keys.filter((each) => each.revoked_at !== null)
    expect(ended.map((each) => each.key_id)).toEqual(expect.arrayContaining([key_id, second.key_id]))
    await giveRole(world, chief, 'all')
    for (const each of [key, second.key]) expect(codeOf(await by(each).showOperator({}))).toBe('key_refused')
  })

  it('security: “this was not me” revokes an operator’s keys, and a suspension of the account suspends them', async () => {
    const chief = await atDesk(world, 'all')
    const { key } = answeredOf(await by(chief.token).makeKey(asked))
    await own().freezeUser({ user_id: chief.userId, reason })
    expect(codeOf(await by(key).showOperator({}))).toBe('key_refused')
    await own().unfreezeUser({ user_id: chief.userId, reason })
    expect(codeOf(await by(key).showOperator({}))).toBe('ok')
    dataOf(await press(world, await ticketTo(world, chief.email)))
    expect(codeOf(await by(key).showOperator({}))).toBe('key_refused')
  })

  it('security: revoking a stolen key also revokes what it created', async () => {
    const { key, key_id } = await make(['all'])
    const { key: second } = answeredOf(await by(key).makeKey(asked))
    const { key: third } = answeredOf(await by(second).makeKey(asked))
    answeredOf(await own().revokeKey({ key_id }))
    for (const each of [key, second, third]) expect(codeOf(await by(each).showOperator({}))).toBe('key_refused')
  })
})

describeWorlds('every act at the desk on $name', (world) => {
  const { make, fetch } = operatorsOf(world)
  let [token, key] = ['', '']
  beforeAll(async () => {
    const operator = await newOperator(world, 'all')
    token = await enterDesk(world, operator)
    key = (await make(['all'])).key
    world.passMinutes(11)
  })
  withoutEffects()

  it('security: a desk call needs a fresh factor if its effect outlasts the visit or widens access; a key needs none', async () => {
    for (const row of allOperatorCalls) {
      const ask = async (shown: string) => {
        const body = row.method === 'POST' ? '{}' : null
        const response = await fetch(pathOf(row), { method: row.method, headers: bearing(shown), body })
        return ((await response.json()) as { code?: string }).code
      }
      const isFree = row.power.act === 'reads' || withoutFactor.includes(row.name)
      const letIn = expect.stringMatching(/^(busy|invalid_input)$/)
      expect([await ask(token), await ask(key)], row.name).toEqual([isFree ? letIn : 'factor_lacking', letIn])
    }
  })

  it('happy: every call that notifies the operators needs the factor', () => {
    const told = allOperatorCalls.filter(({ power }) => power.tells.includes('operators'))
    expect(told.length).toBeGreaterThan(5)
    for (const { name, power } of told) {
      expect(power.proof, name).toBe('factor')
      expect(mayMakeNamed(['support', 'organisations'], name as OperatorCallName)).toBe(false)
    }
  })
})
