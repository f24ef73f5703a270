import { expect, it } from 'vitest'
import { emailPurpose } from '#contract/terms/purposes'
import { operate } from '#tests/account-api/applications/services/services'
import { dueAfter, hours, signInByCode } from '#tests/account-api/worlds/attacks'
import { codeOf, dataOf, describeWorlds, freshEmail } from '#tests/account-api/worlds/worlds'
import { atDesk, deskOf, deskTicket, enterAgain, enterDesk, giveRole, reason } from './desk'

const password = 'seven lamps over the bay'

describeWorlds('the end of a session at the desk on $name', (world) => {
  const { own, by, shown, issue, redeemed } = deskOf(world)
  const kinds = async (userId: string) => (await world.activityOf(userId)).map(([kind]) => kind)

  it('security: revoking a role closes the desk at once, and granting it again does not reopen it', async () => {
    const operator = await atDesk(world, 'support')
    const waiting = await deskTicket(operator.client)
    const user_id = operator.userId
    expect(await own().removeOperator({ user_id, reason })).toMatchObject({ ok: true })
    expect(await shown(operator.token)).toMatchObject({ code: 'key_refused' })
    expect(codeOf(await issue(operator.client))).toBe('not_an_operator')
    await giveRole(world, operator, 'support')
    expect(await shown(operator.token)).toMatchObject({ code: 'key_refused' })
    expect(await redeemed(waiting)).toBe('desk_ticket_refused')
  })

  it('security: the last operator can remove their own role, and the command line can appoint another', async () => {
    const operator = await atDesk(world, 'all')
    const { userId: user_id, token } = operator
    expect(await by(token).removeOperator({ user_id, reason: 'I leave' })).toMatchObject({ ok: true })
    expect(await shown(token)).toMatchObject({ code: 'key_refused' })
    const words = ['operators', 'add', user_id, '--scopes', 'all', '--reason', reason]
    expect(await operate(world, ...words)).toMatchObject({ ok: true })
    expect(await shown(await enterAgain(world, operator.client))).toMatchObject({ ok: true })
  })

  const endElsewhere = async ({ email }: { email: string }) => {
    const phone = await signInByCode(world, email)
    const { sessions } = dataOf(await phone.listSessions({}))
    for (const { session_id, is_current } of sessions) if (!is_current) dataOf(await phone.endSession({ session_id }))
  }

  const endings: [string, (operator: Awaited<ReturnType<typeof atDesk>>) => Promise<unknown>][] = [
    ['ends its session on another device', endElsewhere],
    ['signs out', ({ client }) => client.logout({})],
    ['signs out everywhere else', async ({ email }) => (await signInByCode(world, email)).endOtherSessions({})],
    ['is frozen', ({ userId }) => own().freezeUser({ user_id: userId, reason })],
    ['is cancelled', ({ userId }) => world.storage.standing.cancel(userId, world.deployment.now() + 1_000_000)],
    ['is signed out by an operator', ({ userId }) => own().endSessionsOfUser({ user_id: userId, reason })],
    ['loses the app', ({ userId }) => world.storage.authenticators.remove(userId)],
    ['begins a new generation', ({ userId }) => world.storage.transaction(({ sessions }) => sessions.endAll(userId))],
  ]

  it.each(endings)('security: the desk closes at once when its account %s', async (_, end) => {
    const operator = await atDesk(world, 'support')
    expect(await shown(operator.token)).toMatchObject({ ok: true })
    await end(operator)
    expect(await shown(operator.token)).toMatchObject({ code: 'key_refused' })
  })

  it('security: an unsuspended operator is an operator again after a new sign-in with the app', async () => {
    const operator = await atDesk(world, 'support')
    const { userId: user_id, email, secret } = operator
    await own().freezeUser({ user_id, reason })
    await own().unfreezeUser({ user_id, reason })
    expect(await shown(operator.token)).toMatchObject({ code: 'key_refused' })
    const client = await signInByCode(world, email)
    expect(await shown(await enterDesk(world, { client, secret }))).toMatchObject({ ok: true })
  })

  it('security: a password reset closes the desk, and keeps the role for a sign-in with the second factor', async () => {
    const { userId, token, email, secret } = await atDesk(world, 'support')
    const visitor = world.person()
    const code = await world.codeFor(email, emailPurpose.resetPassword, visitor)
    dataOf(await visitor.resetPasswordByEmail({ email, code, password }))
    expect(await shown(token)).toMatchObject({ code: 'key_refused' })
    expect(await world.storage.operators.find(userId)).toMatchObject({ scopes: ['support'] })
    const client = await signInByCode(world, email)
    expect(codeOf(await issue(client))).toBe('second_verification_required')
    expect(await shown(await enterDesk(world, { client, secret }))).toMatchObject({ ok: true })
  })

  it('security: recovering an account by an operator’s link removes its operator role', async () => {
    const { userId: user_id, token, email, mobile } = await atDesk(world, 'support')
    const to = freshEmail()
    expect(await own().recoverUser({ user_id, to, reason })).toMatchObject({ ok: true })
    await dueAfter(world, hours(48) + 1)
    const { link } = (await world.toldLast(to)) ?? {}
    const ticket = new URL(link ?? '').searchParams.get('ticket') ?? ''
    dataOf(await world.person().recoverAccount({ ticket, password }))
    expect(await shown(token)).toMatchObject({ code: 'key_refused' })
    expect(await world.storage.operators.find(user_id)).toBeUndefined()
    expect(await kinds(user_id)).toContain('operator_ended')
    for (const address of [email, mobile]) {
      const told = await world.storage.outbox.newest(address, 10)
      expect(told.map(({ purpose }) => purpose)).toContain('operator_ended')
    }
  })
})
