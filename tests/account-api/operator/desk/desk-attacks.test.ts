import { beforeAll, expect, it } from 'vitest'
import { CookieJar } from '#contract/wire/cookie-jar'
import { headerNames, sessionCookie } from '#contract/wire/headers'
import { signatureHeaders } from '#contract/wire/signing'
import { operate } from '#tests/account-api/applications/services/services'
import { registerApplication } from '#tests/account-api/applications/share/applications'
import { newVerifier } from '#tests/account-api/applications/sites/sites'
import { signed } from '#tests/account-api/calls/signed'
import { answeredOf } from '#tests/account-api/operator/keys/operators'
import { appCode, withAuthenticator } from '#tests/account-api/verification/authenticators/apps'
import { proveBy, signInBy, withOldPasskey, withPasskey } from '#tests/account-api/verification/passkeys/devices'
import { hours } from '#tests/account-api/worlds/attacks'
import { codeOf, dataOf, describeWorlds, freshEmail, refused } from '#tests/account-api/worlds/worlds'
import {
  askedKey,
  atDesk,
  deskOf,
  deskTicket,
  enterAgain,
  enterDesk,
  giveRole,
  newOperator,
  provenOperator,
  reason,
} from './desk'

describeWorlds('attacks on the operator’s desk on $name', (world) => {
  beforeAll(() => world.listen())
  const { own, by, make, shown, issue, redeemed } = deskOf(world)

  it('security: a thief of the session and the mailbox gets no ticket, because codes and password are no second factor', async () => {
    const victim = await withAuthenticator(world, await world.registerBoth())
    await giveRole(world, victim, 'support')
    const { client, email, mobile, password } = victim
    for (const [way, secret] of [
      ['email', () => world.codeTo(email)],
      ['mobile', () => world.codeTo(mobile)],
      ['password', async () => password],
    ] as const) {
      const sms_code_key = await askedKey(client)
      world.passMinutes(2)
      if (way !== 'password') dataOf(await client.sendSecondCode({ sms_code_key, way }))
      dataOf(await client.verifySecond({ sms_code_key, way, code: await secret() }))
      const again = await issue(client)
      expect(again).toMatchObject({ code: 'second_verification_required', data: { lacks_another: true } })
      expect(again.data).toMatchObject({ ways: [{ way: 'authenticator' }] })
    }
  })

  it('security: an app that a thief adds to an account with a passkey does not open the desk for 72 hours', async () => {
    const victim = await withOldPasskey(world, { ...(await world.registerBothFast()), password: '' })
    await giveRole(world, victim, 'support')
    const { client } = await signInBy(world, victim.device)
    const planted = await withAuthenticator(world, { client })
    world.passMinutes(11)
    const sms_code_key = await askedKey(client)
    const code = appCode(world, planted.secret)
    dataOf(await client.verifySecond({ sms_code_key, way: 'authenticator', code }))
    const asked = await issue(client)
    expect(asked).toMatchObject({ code: 'second_verification_required', data: { ways: [{ way: 'passkey' }] } })
    expect(await world.toldLast(victim.email)).toMatchObject({ purpose: 'authenticator_added' })
    const { sms_code_key: key } = asked.data as { sms_code_key: string }
    dataOf(await proveBy({ client, device: victim.device }, key))
    expect(await issue(client)).toMatchObject({ ok: true })
  })

  it('security: an app that replaces a removed one counts after 72 hours, and the answer says when', async () => {
    const operator = await newOperator(world, 'support')
    const { userId, client } = operator
    await world.storage.authenticators.remove(userId)
    expect(await issue(client)).toMatchObject({ code: 'second_factor_needed', data: { reason: 'none' } })
    const planted = await withAuthenticator(world, operator)
    const { authenticatorSince } = await world.profileOf(userId)
    const counts_from = new Date((authenticatorSince ?? 0) + hours(72) * 60_000).toISOString()
    expect(await issue(client)).toMatchObject({ code: 'second_factor_needed', data: { reason: 'new', counts_from } })
    world.passMinutes(hours(72))
    expect(await shown(await enterDesk(world, planted))).toMatchObject({ ok: true })
  })

  it('security: recovery codes that a thief creates with other factors do not open the desk for 72 hours', async () => {
    const operator = await newOperator(world, 'support')
    const { userId, client } = operator
    const hash = 'h'.repeat(43)
    await world.storage.authenticators.putRecoveryCodes(userId, { hashes: [hash], at: world.deployment.now() })
    expect(await issue(client)).toMatchObject({ code: 'second_factor_needed', data: { reason: 'new' } })
    world.passMinutes(hours(73))
    expect(await shown(await enterDesk(world, operator))).toMatchObject({ ok: true })
  })

  it('security: a passkey that a thief adds does not open the desk for 72 hours', async () => {
    const operator = await newOperator(world, 'support')
    const { client, device } = await withPasskey(operator)
    const sms_code_key = await askedKey(client)
    dataOf(await proveBy({ client, device }, sms_code_key))
    await refused(issue(client), 'second_verification_required', { ways: [{ way: 'authenticator' }] })
  })

  it('security: a sign-in by an old enough passkey is sufficient proof', async () => {
    const owner = await withOldPasskey(world, { ...(await world.registerBothFast()), password: '' })
    await giveRole(world, owner, 'read')
    const { client } = await signInBy(world, owner.device)
    expect(await shown(await enterAgain(world, client))).toMatchObject({ ok: true })
  })

  it('security: a stolen ticket is useless in another browser, which has another secret, and is used up', async () => {
    const operator = await provenOperator(world, 'support')
    const { ticket, verifier } = await deskTicket(operator.client)
    const thief = newVerifier().verifier
    expect(await redeemed({ ticket, verifier: thief })).toBe('desk_ticket_refused')
    expect(await redeemed({ ticket, verifier })).toBe('desk_ticket_refused')
  })

  it('security: a ticket works once, even in concurrent uses', async () => {
    const operator = await provenOperator(world, 'support')
    const given = await deskTicket(operator.client)
    const redeem = () => world.person().redeemDeskTicket(given)
    const answers = await Promise.all([redeem(), redeem(), redeem()])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(codeOf(await redeem())).toBe('desk_ticket_refused')
  })

  it('security: a ticket expires after a minute, and its token opens no session', async () => {
    const operator = await provenOperator(world, 'support')
    const given = await deskTicket(operator.client)
    expect(await shown(`butterfly_desk_${given.ticket}`)).toMatchObject({ code: 'key_refused' })
    world.passMinutes(1.01)
    expect(await redeemed(given)).toBe('desk_ticket_refused')
  })

  it('security: another application gets no desk ticket for an operator who signs in there', async () => {
    const operator = await provenOperator(world, 'all')
    const application = await registerApplication(world)
    const elsewhere = world.person({ jar: operator.jar, application })
    expect(codeOf(await issue(elsewhere))).toBe('not_an_operator')
    expect(await issue(operator.client)).toMatchObject({ ok: true })
  })

  it('security: the cookie of a signed-in operator does not work as a token, nor does the token work as a cookie', async () => {
    const { jar, token } = await atDesk(world, 'all')
    expect(await shown(jar.get(sessionCookie) ?? '')).toMatchObject({ ok: false, code: 'key_refused' })
    const client = world.person({ jar: new CookieJar({ [sessionCookie]: token }) })
    expect(dataOf(await client.checkLogin({}))).toMatchObject({ signed_in: false })
  })

  it('security: an operator with fewer scopes changes neither an operator’s account nor their own', async () => {
    const chief = await newOperator(world, 'all')
    const { userId, token } = await atDesk(world, 'support', 'organisations', 'read')
    const { key } = await make(['support'])
    const { username } = await world.profileOf(chief.userId)
    for (const [who, user_id] of [
      [token, chief.userId],
      [token, userId],
      [key, chief.userId],
    ] as const) {
      const refused = [
        await by(who).freezeUser({ user_id, reason }),
        await by(who).nameUser({ user_id, name: 'Bo Li' }),
        await by(who).unfreezeUser({ user_id, reason }),
        await by(who).endSessionsOfUser({ user_id, reason }),
        await by(who).recoverUser({ user_id, to: freshEmail(), reason }),
        await by(who).stopRecovery({ user_id, reason }),
        await by(who).restoreUser({ user_id, reason }),
        await by(who).approveName({ user_id }),
      ]
      for (const answer of refused) expect(answer).toMatchObject({ ok: false, code: 'operator_account' })
    }
    for (const whose of [username, chief.mobile, chief.userId])
      await refused(by(token).releaseLimits({ what: 'passwords', whose, reason }), 'operator_account')
    expect(await shown(token)).toMatchObject({ ok: true })
    expect(await world.profileOf(chief.userId)).toMatchObject({ suspendedAt: null })
    expect((await world.eventsOf(chief.userId)).at(-1)).toMatchObject({
      ...{ call: 'releaseLimits', outcome: 'operator_account', actor: 'operator', client: userId, reason },
    })
  })

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

  it('security: an operator with fewer scopes cannot hide a message from an operator', async () => {
    const chief = await newOperator(world, 'all')
    const { token } = await atDesk(world, 'support')
    const message = await world.toldLast(chief.email)
    expect(message).toMatchObject({ purpose: 'operators_told' })
    await world.storage.outbox.postpone(message?.id ?? '', world.deployment.now() + 600_000, 'later')
    expect(await by(token).dropMessage({ id: message?.id ?? '', reason })).toMatchObject({ code: 'operator_account' })
  })

  it('security: an operator with the scope all may change another operator’s account; acts on no account need less', async () => {
    const other = await newOperator(world, 'support')
    const { token } = await atDesk(world, 'all')
    expect(await by(token).endSessionsOfUser({ user_id: other.userId, reason })).toMatchObject({ ok: true })
    const support = await atDesk(world, 'support')
    const whose = freshEmail()
    expect(await by(support.token).releaseLimits({ what: 'codes', whose, reason })).toMatchObject({ ok: true })
  })

  it('security: the client address of a desk act comes from the web app’s signature, not from the token holder', async () => {
    const { userId: user_id } = await world.registerMobileOnly()
    const { token } = await atDesk(world, 'support')
    const act = async (path: string, isSigned: boolean) => {
      const headers = { authorization: `Bearer ${token}`, [headerNames.clientAddress]: '203.0.113.77' }
      const request = signed({ path, method: 'POST', headers, body: JSON.stringify({ reason }) })
      const { [signatureHeaders.signature]: _, ...unsigned } = request.headers
      await fetch(world.baseUrl + path, { ...request, headers: isSigned ? request.headers : unsigned })
      return world.audited.at(-1)
    }
    const users = `/operator/v1/users/${user_id}`
    expect(await act(`${users}/freeze`, true)).toMatchObject({ call: 'freezeUser', address: '203.0.113.77' })
    expect(await act(`${users}/unfreeze`, false)).toMatchObject({ call: 'unfreezeUser', address: '127.0.0.1' })
  })
})
