import { expect, it } from 'vitest'
import type { OutsideIdentity } from '#account-api/accounts/platforms/provider'
import { minutes } from '#account-api/kernel/time'
import type { Client } from '#contract/client'
import { mobileCode } from '#tests/account-api/addresses/binding/bindings'
import { dataOf, describeWorldsWith, freshMobile, refusalIn } from '#tests/account-api/worlds/worlds'
import { newIdentity, outsiders, platform, redirect_uri } from './outsiders'

const { providers, codeOf, arrive, keyOf, bind } = outsiders()
const mute = outsiders({ tellsWhen: false }).providers.get(platform)
if (mute) providers.set('mute', mute)

describeWorldsWith({ providers })('proving a person at a provider on $name', (world) => {
  /** A person with a third-party identity besides a mobile. */
  const connected = async () => {
    const [person, identity] = [await world.registerMobileOnly(), newIdentity()]
    await bind(person.client, identity)
    return { ...person, identity }
  }

  /** A person with only a third-party identity, signed in by it. */
  const onlyOutside = async () => {
    const { mobile, userId, identity } = await connected()
    await world.storage.accounts.unbind({ kind: 'mobile', value: mobile, accountId: userId })
    const client = world.person()
    expect(await arrive(client, identity)).toMatchObject({ data: { user_id: userId } })
    return { userId, identity, client }
  }

  /** What a sensitive act requires. */
  const askedBy = async (client: Client) => refusalIn(await client.exportData({}), 'second_verification_required')

  const now = () => world.deployment.now()

  /** Returns from the provider, where the person has just signed in. */
  const prove = (client: Client, sms_code_key: string, identity: OutsideIdentity, at: number | null = now()) => {
    const code = codeOf({ ...identity, ...(at !== null && { provenAt: at }) })
    return client.verifySecondByPlatform({ sms_code_key, platform, code, redirect_uri })
  }

  /** Such a person, who is asked for a proof. */
  const asked = async () => {
    const person = await onlyOutside()
    return { ...person, ...(await askedBy(person.client)) }
  }

  it('happy: a person without other methods is offered the provider, and is proven by a sign-in there', async () => {
    const { client, identity, sms_code_key, ways, platforms } = await asked()
    const offered = { ways: [], platforms: [{ platform, name: 'Ann' }] }
    expect({ ways, platforms }).toMatchObject(offered)
    expect(await client.secondVerificationWays({ sms_code_key })).toMatchObject({ data: offered })
    expect(await client.cancelVerifyWay({})).toMatchObject({ data: offered })
    expect(await prove(client, sms_code_key, identity)).toMatchObject({ ok: true })
    expect(await client.exportData({})).toMatchObject({ ok: true })
    expect(await prove(client, sms_code_key, identity)).toMatchObject({ code: 'ticket_refused' })
  })

  it('happy: the ticket allows cancelling the account, and adding a first address', async () => {
    const { client, identity } = await onlyOutside()
    const ways = dataOf(await client.cancelVerifyWay({}))
    const proven = dataOf(await prove(client, ways.sms_code_key, identity))
    const mobile = freshMobile()
    const code = await mobileCode(world, client, mobile)
    expect(await client.bindMobile({ mobile, code })).toMatchObject({ ok: true })
    expect(await client.cancelConfirm({ cancel_ticket: proven.verify_ticket })).toMatchObject({ ok: true })
  })

  it('security: a proof at a provider is no factor: another identity replaces this one only after a wait', async () => {
    const { client, identity, sms_code_key } = await asked()
    await prove(client, sms_code_key, identity)
    const profile_key = await keyOf(world.person(), newIdentity())
    const replaced = await client.bindAuth({ platform, profile_key, change_bind: 1, wait: 1 })
    expect(replaced).toMatchObject({ data: { takes_effect_at: expect.any(String) } })
  })

  it('security: another identity, an older sign-in at the provider, another session and another key prove nothing', async () => {
    const [{ client, identity, sms_code_key }, other] = [await asked(), await onlyOutside()]
    for (const wrong of [other.identity, newIdentity()])
      expect(await prove(client, sms_code_key, wrong)).toMatchObject({ code: 'other_identity' })
    for (const at of [null, now() - minutes(2)])
      expect(await prove(client, sms_code_key, identity, at)).toMatchObject({ code: 'not_proven_there' })
    const elsewhere = world.person()
    await arrive(elsewhere, identity)
    for (const key of [sms_code_key, 'x'.repeat(22)])
      expect(await prove(elsewhere, key, identity)).toMatchObject({ code: 'ticket_refused' })
    await askedBy(client)
    // The key can still be used for a valid proof, once.
    const proofs = [1, 2].map(() => prove(client, sms_code_key, identity))
    expect((await Promise.all(proofs)).filter(({ ok }) => ok)).toHaveLength(1)
  })

  it('security: an account with a mobile is proven by a code to it, not by an identity', async () => {
    const { identity } = await connected()
    const client = world.person()
    await arrive(client, identity)
    const { sms_code_key, platforms } = await askedBy(client)
    expect(platforms).toBeUndefined()
    expect(await prove(client, sms_code_key, identity)).toMatchObject({ code: 'other_identity' })
  })

  it('error: a provider that does not report the sign-in time is not offered', async () => {
    const { mobile, userId, client } = await world.registerMobileOnly()
    await world.storage.platforms.bind({ platform: 'mute', openid: mobile, accountId: userId, name: 'Ann', at: now() })
    await world.storage.accounts.unbind({ kind: 'mobile', value: mobile, accountId: userId })
    world.passMinutes(11)
    const { ways, platforms } = await askedBy(client)
    expect([ways, platforms]).toEqual([[], undefined])
  })
})
