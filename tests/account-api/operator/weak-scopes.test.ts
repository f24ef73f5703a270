import { expect, it } from 'vitest'
import { operate } from '#tests/account-api/applications/services/services'
import { codeOf, describeWorlds } from '#tests/account-api/worlds/worlds'
import { newOperator } from './desk/desk'
import { answeredOf, operatorsOf } from './keys/operators'

describeWorlds('operators without the scope all on $name', (world) => {
  const { own, by, make } = operatorsOf(world)

  it('security: an operator with the scope support sees no whole address of an operator', async () => {
    const [operator, person] = [await newOperator(world, 'all'), await world.registerBothFast()]
    const support = by((await make(['support', 'clients'])).key)
    const client_key = `plum-${person.userId.slice(-6).toLowerCase()}`
    answeredOf(
      await own().addClient({ client_key, redirect_uris: [`https://${client_key}.example/back`], name: 'Plum' }),
    )
    for (const user of [operator.userId, operator.email]) {
      expect(codeOf(await support.revealUser({ user }))).toBe('operator_account')
      expect(codeOf(await support.explainClientClaims({ client_key, user }))).toBe('operator_account')
    }
    expect(answeredOf(await support.showUser({ user: operator.userId })).email).not.toBe(operator.email)
    expect(answeredOf(await support.revealUser({ user: person.userId })).email).toBe(person.email)
    expect(answeredOf(await own().revealUser({ user: operator.userId })).email).toBe(operator.email)
  })

  it('security: an operator with the scope clients cannot create or approve a client that skips consent', async () => {
    const clients = by((await make(['clients'])).key)
    const client_key = `quince-${world.deployment.now()}`
    const redirect_uris = [`https://${client_key}.example/back`]
    answeredOf(await clients.addClient({ client_key, redirect_uris, name: 'Quince' }))
    const lacking = 'scope_lacking'
    expect(codeOf(await clients.changeClient({ client_key, is_first_party: true }))).toBe(lacking)
    expect(codeOf(await clients.changeClient({ client_key, scopes: ['openid', 'mobile_plain'] }))).toBe('ok')
    expect((await operate(world, 'client', 'first-party', client_key, 'yes')).ok).toBe(true)
    for (const answer of [
      await clients.changeClient({ client_key, scopes: ['openid', 'mobile_plain'] }),
      await clients.changeClient({ client_key, redirect_uris: ['https://thief.example/back'] }),
      await clients.rotateSecretOfClient({ client_key }),
      await clients.setClientClaims({ client_key, rules: null }),
    ])
      expect(codeOf(answer)).toBe(lacking)
    expect(codeOf(await clients.disableClientByOperator({ client_key }))).toBe('ok')
    expect(codeOf(await clients.enableClientByOperator({ client_key }))).toBe(lacking)
  })
})
