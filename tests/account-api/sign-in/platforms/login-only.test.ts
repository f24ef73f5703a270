import { describe, expect, it } from 'vitest'
import { type OutsideIdentity, ProviderFailed } from '#account-api/accounts/platforms/provider'
import type { Client } from '#contract/client'
import { mobilePurpose } from '#contract/terms/purposes'
import { cancelByMobile } from '#tests/account-api/addresses/binding/bindings'
import { dataOf, describeWorldsWith, freshMobile, isSignedIn, refusalIn } from '#tests/account-api/worlds/worlds'
import { newIdentity, outsiders, platform } from './outsiders'

/** Where the deployment's own issuer sends people back to. */
const redirect_uri = 'http://localhost:3000/passport/oauth/login'

interface Returned {
  code: string
  redirect_uri?: string
  need_frozen_user?: number
  kick_other?: number
}

/** The sign-ins by a provider. It is the deployment’s own issuer, which all can reach. */
const ways: [name: string, enter: (client: Client, returned: Returned) => ReturnType<Client['authLoginOnly']>][] = [
  ['authLoginOnly', (client, returned) => client.authLoginOnly({ platform, redirect_uri, ...returned })],
  ['oauthLoginOnly', (client, returned) => client.oauthLoginOnly({ redirect_uri, ...returned })],
  ['authLogin', (client, returned) => client.authLogin({ platform, redirect_uri, ...returned })],
  ['oauthLogin', (client, returned) => client.oauthLogin({ redirect_uri, ...returned })],
]

const { providers, codeOf } = outsiders({ isOwn: true })

describeWorldsWith({ providers })('sign-ins by a provider, with and without an account, on $name', (world) => {
  describe.each(ways)('%s', (name, enter) => {
    const arrive = (client: Client, identity: OutsideIdentity | ProviderFailed, flags: Omit<Returned, 'code'> = {}) =>
      enter(client, { code: codeOf(identity), ...flags })

    /** A person whose account has an identity. */
    const connected = async () => {
      const [person, identity] = [await world.registerMobile(), newIdentity()]
      const { profile_key } = refusalIn(await arrive(world.person(), identity), 'not_bound')
      expect(await person.client.bindAuth({ platform, profile_key })).toMatchObject({ ok: true })
      return { ...person, identity }
    }

    it('happy: a bound identity signs in to its account, and with kick_other=1 ends its other sessions', async () => {
      const [{ identity, userId, client: other }, client] = [await connected(), world.person()]
      expect(await arrive(client, identity)).toMatchObject({ data: { user_id: userId, is_new_user: false } })
      expect([await isSignedIn(client), await isSignedIn(other)]).toEqual([true, true])
      await arrive(world.person(), identity, { kick_other: 1 })
      expect([await isSignedIn(client), await isSignedIn(other)]).toEqual([false, false])
    })

    it(`error: an unbound identity gets a key that creates ${name.endsWith('Only') ? 'no' : 'an'} account`, async () => {
      const [client, mobile] = [world.person(), freshMobile()]
      const { profile_key } = refusalIn(await arrive(client, newIdentity({ name: 'Ann' })), 'not_bound')
      expect(await client.oauthProfile({ profile_key })).toMatchObject({ data: { platform, name: 'Ann' } })
      const code = await world.codeFor(mobile, mobilePurpose.login, client)
      const bound = await client.bindLogin({ profile_key, mobile, code })
      expect(bound).toMatchObject(name.endsWith('Only') ? { code: 'not_registered' } : { data: { bound: true } })
      expect((await world.storage.accounts.holderOf('mobile', mobile)) !== undefined).toBe(bound.ok)
      expect(await isSignedIn(client)).toBe(bound.ok)
    })

    it('error: a cancelled account is refused, with a ticket to restore it if requested', async () => {
      const person = await connected()
      await cancelByMobile(world, person)
      const refused = await arrive(world.person(), person.identity)
      expect(refused).toMatchObject({ code: 'account_cancelled' })
      expect(refused.data).not.toHaveProperty('ticket')
      const client = world.person()
      const offered = await arrive(client, person.identity, { need_frozen_user: 1 })
      const { ticket = '' } = refusalIn(offered, 'account_cancelled')
      expect(await client.undoCancellation({ ticket })).toMatchObject({ data: { user_id: person.userId } })
    })

    it('error: an unreachable provider is reported differently from a refused code', async () => {
      const away = new ProviderFailed('platform_unreachable', 'no answer')
      expect(await arrive(world.person(), away)).toMatchObject({ code: 'platform_unreachable' })
      expect(await enter(world.person(), { code: 'made up' })).toMatchObject({ code: 'platform_refused' })
    })

    it('security: a code for another address is not sent to the provider, and suspended accounts are refused', async () => {
      const { identity, userId } = await connected()
      const client = world.person()
      const returned = { code: codeOf(identity), redirect_uri: 'https://evil.example/' }
      expect(await enter(client, returned)).toMatchObject({ code: 'platform_refused' })
      await world.storage.standing.suspend(userId, { at: world.deployment.now(), reason: 'stolen' })
      expect(await arrive(client, identity)).toMatchObject({ code: 'account_frozen' })
      expect(await isSignedIn(client)).toBe(false)
    })
  })

  it('happy: an identity shown by authProfile is bound, and signs in by oauthLogin', async () => {
    const [{ client, userId }, identity] = [await world.registerMobile(), newIdentity({ name: 'Ann' })]
    const returned = () => ({ code: codeOf(identity), redirect_uri })
    const shown = dataOf(await client.authProfile({ platform, ...returned() }))
    expect(shown).toMatchObject({ name: 'Ann' })
    dataOf(await client.bindAuth({ platform, profile_key: shown.profile_key }))
    expect(await world.person().oauthLogin(returned())).toMatchObject({ data: { user_id: userId } })
  })
})

describeWorldsWith({ providers: outsiders().providers })('a deployment without its own issuer on $name', (world) => {
  it('security: a provider other than the own issuer is not reached by oauthLoginOnly', async () => {
    expect(await world.person().oauthLoginOnly({ code: 'any' })).toMatchObject({ code: 'no_such_platform' })
  })
})
