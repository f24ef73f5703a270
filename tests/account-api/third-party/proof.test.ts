import { describe, expect, it } from 'vitest'
import type { OutsideIdentity } from '../../../account-api/domain/platform/provider'
import { minutes } from '../../../account-api/domain/time'
import type { Client } from '../../../contract/client'
import { databases } from '../../fixtures/databases'
import { mobileCode, registerMobileOnly } from '../bindings'
import { freshMobile, worldOn } from '../world'
import { newIdentity, outsiders, platform, redirect_uri } from './outsiders'

describe.each(databases)('proving oneself at a provider on $name', (database) => {
  const { providers, codeOf, arrive, keyOf } = outsiders()
  const mute = outsiders({ tellsWhen: false }).providers.get(platform)
  if (mute) providers.set('mute', mute)
  const world = worldOn(database, { providers })

  /** Somebody with a third-party identity beside a mobile. */
  const connected = async () => {
    const [person, identity] = [await registerMobileOnly(world), newIdentity()]
    const profile_key = await keyOf(world.person(), identity)
    expect(await person.client.bindAuth({ platform, profile_key })).toMatchObject({ ok: true })
    return { ...person, identity }
  }

  /** Somebody who has nothing but a third-party identity, and has signed in by it. */
  const onlyOutside = async () => {
    const { mobile, userId, identity } = await connected()
    await world.storage.accounts.unbind({ kind: 'mobile', value: mobile, accountId: userId })
    const client = world.person()
    expect(await arrive(client, identity)).toMatchObject({ data: { user_id: userId } })
    return { userId, identity, client }
  }

  /** What a sensitive act asks for. */
  const askedBy = async (client: Client) => {
    const answer = await client.exportData({})
    if (answer.ok || answer.code !== 'second_verification_required') throw new Error('it was not asked for')
    return answer.data
  }

  const prove = (client: Client, sms_code_key: string, identity: OutsideIdentity) =>
    client.verifySecondByPlatform({ sms_code_key, platform, code: codeOf(identity), redirect_uri })

  const now = () => world.setting.now()

  it('happy: whoever has nothing else is offered the provider, and has proven themselves there', async () => {
    const { client, identity } = await onlyOutside()
    const asked = await askedBy(client)
    const offered = { ways: [], platforms: [{ platform, name: 'Ann' }] }
    expect(asked).toMatchObject(offered)
    const { sms_code_key } = asked
    expect(await client.secondVerificationWays({ sms_code_key })).toMatchObject({ data: offered })
    expect(await client.cancelVerifyWay({})).toMatchObject({ data: offered })
    expect(await prove(client, sms_code_key, { ...identity, provenAt: now() })).toMatchObject({ ok: true })
    expect(await client.exportData({})).toMatchObject({ ok: true })
    const again = await prove(client, sms_code_key, { ...identity, provenAt: now() })
    expect(again).toMatchObject({ code: 'ticket_refused' })
  })

  it('happy: the ticket cancels the account, and a first address can be added', async () => {
    const { client, identity } = await onlyOutside()
    const asked = await client.cancelVerifyWay({})
    if (!asked.ok) throw new Error(asked.code)
    const proven = await prove(client, asked.data.sms_code_key, { ...identity, provenAt: now() })
    if (!proven.ok) throw new Error(proven.code)
    const mobile = freshMobile()
    const code = await mobileCode(world, client, mobile)
    expect(await client.bindMobile({ mobile, code })).toMatchObject({ ok: true })
    const cancelled = await client.cancelConfirm({ cancel_ticket: proven.data.verify_ticket })
    expect(cancelled).toMatchObject({ ok: true })
  })

  it('security: a proof there is no factor: another identity takes the place of this one after a wait', async () => {
    const { client, identity } = await onlyOutside()
    const { sms_code_key } = await askedBy(client)
    await prove(client, sms_code_key, { ...identity, provenAt: now() })
    const profile_key = await keyOf(world.person(), newIdentity())
    const replaced = await client.bindAuth({ platform, profile_key, change_bind: 1, wait: 1 })
    expect(replaced).toMatchObject({ data: { takes_effect_at: expect.any(String) } })
  })

  it('security: nobody is proven by an identity that the account does not have', async () => {
    const [{ client }, other] = [await onlyOutside(), await onlyOutside()]
    const { sms_code_key } = await askedBy(client)
    const refused = { code: 'other_identity' }
    expect(await prove(client, sms_code_key, { ...other.identity, provenAt: now() })).toMatchObject(refused)
    expect(await prove(client, sms_code_key, newIdentity({ provenAt: now() }))).toMatchObject(refused)
    await askedBy(client)
  })

  it('security: whoever signed in there before they were asked, or at a time unknown, has proven nothing', async () => {
    const { client, identity } = await onlyOutside()
    const { sms_code_key } = await askedBy(client)
    const refused = { code: 'not_proven_there' }
    expect(await prove(client, sms_code_key, identity)).toMatchObject(refused)
    const before = { ...identity, provenAt: now() - minutes(2) }
    expect(await prove(client, sms_code_key, before)).toMatchObject(refused)
    await askedBy(client)
    // The key is still good for a proof that is one.
    expect(await prove(client, sms_code_key, { ...identity, provenAt: now() })).toMatchObject({ ok: true })
  })

  it('security: the key is good in its own session alone, and no code is shown to the provider for another', async () => {
    const { client, identity } = await onlyOutside()
    const { sms_code_key } = await askedBy(client)
    const elsewhere = world.person()
    await arrive(elsewhere, identity)
    const refused = { code: 'ticket_refused' }
    expect(await prove(elsewhere, sms_code_key, { ...identity, provenAt: now() })).toMatchObject(refused)
    expect(await prove(elsewhere, 'x'.repeat(22), { ...identity, provenAt: now() })).toMatchObject(refused)
    expect(await prove(world.person(), sms_code_key, identity)).toMatchObject({ code: 'not_signed_in' })
  })

  it('security: an account with a mobile is proven by its code, not by what else it has', async () => {
    const { identity } = await connected()
    const client = world.person()
    await arrive(client, identity)
    const asked = await askedBy(client)
    expect(asked.platforms).toBeUndefined()
    const proven = await prove(client, asked.sms_code_key, { ...identity, provenAt: now() })
    expect(proven).toMatchObject({ code: 'other_identity' })
  })

  it('error: a provider that does not tell when somebody signed in there is not offered', async () => {
    const { mobile, userId, client } = await registerMobileOnly(world)
    await world.storage.platforms.bind({ platform: 'mute', openid: mobile, accountId: userId, name: 'Ann', at: now() })
    await world.storage.accounts.unbind({ kind: 'mobile', value: mobile, accountId: userId })
    world.passMinutes(11)
    const asked = await askedBy(client)
    expect([asked.ways, asked.platforms]).toEqual([[], undefined])
  })

  it('security: of two proofs with one key at once, one counts', async () => {
    const { client, identity } = await onlyOutside()
    const { sms_code_key } = await askedBy(client)
    const proofs = [1, 2].map(() => prove(client, sms_code_key, { ...identity, provenAt: now() }))
    expect((await Promise.all(proofs)).filter(({ ok }) => ok)).toHaveLength(1)
  })
})
