import { expect, it } from 'vitest'
import type { Client } from '#contract/client'
import { mobileCode, proveFactor } from '#tests/account-api/addresses/binding/bindings'
import { recoveryCode, recoveryOf, setRecovery } from '#tests/account-api/addresses/recovery-email/recovery-emails'
import { withAuthenticator } from '#tests/account-api/verification/authenticators/apps'
import { signInBy, withPasskey } from '#tests/account-api/verification/passkeys/devices'
import { dueAfter, hours, lacking, registeredLongAgo, signInByCode } from '#tests/account-api/worlds/attacks'
import { codeOf, dataOf, describeWorlds, freshEmail } from '#tests/account-api/worlds/worlds'

describeWorlds('methods that a thief with one factor tries to remove, on $name', (world) => {
  /** An owner whose passkey and recovery address are older than 72 hours, and their remaining methods. */
  const equipped = async () => {
    const owner = await withPasskey(await world.registerBoth())
    const recovery = await setRecovery(world, owner.client)
    world.passMinutes(hours(100))
    const left = async () => {
      const { passkeySince, recoveryEmail } = await world.profileOf(owner.userId)
      return { passkey: passkeySince !== null, recovery_email: recoveryEmail === recovery }
    }
    return { ...owner, left }
  }

  type Removal = (client: Client, owner: { passkeyId: string }, asked: { wait?: 1 }) => Promise<unknown>
  const removals: ['passkey' | 'recovery_email', Removal][] = [
    ['passkey', (client, { passkeyId: passkey_id }, asked) => client.removePasskey({ passkey_id, ...asked })],
    ['recovery_email', (client, _, asked) => client.removeRecoveryEmail(asked)],
  ]

  it.each(removals)(
    'security: a mailbox thief cannot remove the %s for 48 hours, and the owner keeps it',
    async (platform, remove) => {
      const owner = await equipped()
      const thief = await signInByCode(world, owner.email)
      const waits = { code: 'second_verification_required', data: { wait_hours: 48 } }
      expect(await remove(thief, owner, {})).toMatchObject(waits)
      expect(await remove(thief, owner, { wait: 1 })).toMatchObject({ data: { done: false } })
      expect(await world.toldLast(owner.mobile)).toMatchObject({ purpose: `${platform}_removal_asked` })
      world.passMinutes(hours(47))
      dataOf(await (await signInByCode(world, owner.mobile)).stopPendingChange({ platform }))
      await dueAfter(world, hours(2))
      expect(await owner.left()).toMatchObject({ [platform]: true })
    },
  )

  it.each(removals)(
    'happy: two factors remove the %s at once, and one factor removes it after 48 hours',
    async (kind, remove) => {
      const owner = await equipped()
      const client = await signInByCode(world, owner.email)
      expect(await remove(client, owner, { wait: 1 })).toMatchObject({ data: { done: false } })
      expect(await dueAfter(world, hours(48))).toBe(1)
      expect(await owner.left()).toMatchObject({ [kind]: false })
      const other = await equipped()
      const both = await signInByCode(world, other.email)
      await proveFactor(world, both, other.mobile)
      expect(await remove(both, other, {})).toMatchObject({ data: { done: true } })
      expect(await other.left()).toMatchObject({ [kind]: false })
    },
  )

  it('security: a mailbox thief’s recovery address replaces the old one only after 48 hours', async () => {
    const owner = await equipped()
    const thief = await signInByCode(world, owner.email)
    const email = freshEmail()
    const asked = { email, code: await recoveryCode(world, thief, email) }
    expect(codeOf(await thief.setRecoveryEmail(asked))).toBe('second_verification_required')
    expect(dataOf(await thief.setRecoveryEmail({ ...asked, wait: 1 })).takes_effect_at).not.toBeNull()
    expect(await owner.left()).toMatchObject({ recovery_email: true })
    expect(dataOf(await thief.recoveryEmailInfo({})).becomes).toMatch(/^p\*\*\*@/)
    expect(await dueAfter(world, hours(48))).toBe(1)
    expect(await recoveryOf(world, owner.userId)).toBe(email)
  })

  it('security: a thief’s device with a passkey removes no other passkey at once', async () => {
    const owner = await equipped()
    const { client } = await signInBy(world, owner.device)
    const removed = await client.removePasskey({ passkey_id: owner.passkeyId })
    expect(removed).toMatchObject(lacking('mobile', 'email', 'password'))
  })

  it('happy: one factor removes a recently added method at once', async () => {
    const owner = await registeredLongAgo(world)
    const thief = await world.secondSession(owner)
    const { passkeyId: passkey_id } = await withPasskey({ client: thief })
    await setRecovery(world, thief)
    await withAuthenticator(world, { client: thief })
    const client = await signInByCode(world, owner.mobile)
    for (const removed of [
      client.removePasskey({ passkey_id }),
      client.removeRecoveryEmail({}),
      client.removeAuthenticator({}),
    ])
      expect(dataOf(await removed)).toMatchObject({ done: true })
  })

  it('security: a call that removes addresses and identities removes no other method', async () => {
    const { client } = await withAuthenticator(world, await world.registerMobile())
    expect(codeOf(await client.unbindPlatform({ platform: 'authenticator' }))).toBe('nothing_bound')
  })

  const taking = async (mobile: string) => {
    const { client } = await world.registerEmail()
    return async () => client.bindMobile({ mobile, code: await mobileCode(world, client, mobile), unbind_exist: 1 })
  }

  it.each([
    ['its holder has an app', async () => withAuthenticator(world, await world.registerBoth())],
    ['it is the only one of its holder', () => world.registerMobile()],
    ['its holder has another old address', () => world.registerBoth()],
  ])(
    'security: if %s, the holder is notified, keeps the address for 48 hours, and can keep it permanently',
    async (_, holding) => {
      const { mobile, userId, client } = await holding()
      const take = await taking(mobile)
      expect(await take()).toMatchObject({ code: 'takeover_waits', data: { retry_after: hours(48) * 60 } })
      expect(await world.toldLast(mobile)).toMatchObject({ purpose: 'mobile_removal_asked' })
      expect(await world.addressesOf(userId)).toMatchObject({ mobile })
      expect(dataOf(await client.accountInfo({})).pending_changes).toMatchObject([{ way: 'mobile' }])
      dataOf(await client.stopPendingChange({ platform: 'mobile' }))
      await dueAfter(world, hours(48))
      expect(await world.addressesOf(userId)).toMatchObject({ mobile })
    },
  )
})
