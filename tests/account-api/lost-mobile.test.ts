import { describe, expect, it } from 'vitest'
import { changeDue } from '../../account-api/domain/pending-change/due-changes'
import type { Client } from '../../contract/client'
import { CookieJar } from '../../contract/cookie-jar'
import { emailPurpose, mobilePurpose } from '../../contract/purposes'
import { momentText } from '../../rules/moments'
import { databases } from '../fixtures/databases'
import { otherThan } from '../fixtures/post-office'
import { activityOf } from './bindings'
import { freshEmail, freshMobile, goodPassword, registerBoth, registerMobile, worldOn } from './world'

const hours = (count: number) => count * 60

describe.each(databases)('a lost mobile on $name', (database) => {
  const world = worldOn(database)

  const holderOf = async (mobile: string) => (await world.storage.accounts.holderOf('mobile', mobile))?.id
  const newestTo = async (address: string) => (await world.storage.outbox.newest(address, 1))[0]

  const proveEmail = async (email: string, client: Client = world.person()): Promise<string> => {
    const type = emailPurpose.notSignedIn
    await client.sendEmailCode({ email, type })
    const proven = await client.validateEmailCode({ email, code: await world.codeTo(email), type })
    if (!proven.ok) throw new Error(`not proven: ${proven.code}`)
    return proven.data.ticket
  }

  const provePassword = async (account: string, password = goodPassword): Promise<string> => {
    const proven = await world.person().verifyPassword({ account, password })
    if (!proven.ok) throw new Error(`not proven: ${proven.code}`)
    return proven.data.ticket
  }

  /** A person with a pending unbinding of their mobile. */
  const pending = async () => {
    const person = await registerMobile(world)
    const ticket = await provePassword(person.mobile)
    const asked = await world.person().unbindUnusableMobile({ ticket, without_address: 1 })
    if (!asked.ok) throw new Error(`not pending: ${asked.code}`)
    return person
  }

  describe('with a code by email and the password', () => {
    it('happy: unbinds the mobile at once, notifies both addresses, signs in and ends every other session', async () => {
      const { mobile, email, client, userId } = await registerBoth(world)
      const jar = new CookieJar()
      const help = world.person({ jar })
      const ticket = await proveEmail(email, help)
      expect(await help.unusableMobileCheck({ ticket })).toMatchObject({
        ok: true,
        data: {
          mobile: `+86 138****${mobile.slice(-4)}`,
          email: 'p***@example.com',
          hold_hours: 48,
          password_helps: true,
        },
      })
      const password = goodPassword
      expect(await help.unbindUnusableMobile({ ticket, password })).toMatchObject({ ok: true, data: { done: true } })
      expect(await holderOf(mobile)).toBeUndefined()
      expect(await help.accountInfo({})).toMatchObject({ ok: true, data: { user_id: userId, mobile: null } })
      expect(await client.accountInfo({})).toMatchObject({ ok: false, code: 'not_signed_in' })
      for (const address of [mobile, email])
        expect(await newestTo(address)).toMatchObject({
          purpose: 'mobile_removed',
          link: expect.stringContaining('?ticket='),
        })
      expect((await activityOf(world, userId)).slice(0, 2)).toEqual([
        ['signed_in', 'recovery'],
        ['mobile_removed', `+86 138****${mobile.slice(-4)}`],
      ])
    })

    it('error: a wrong password is answered as such, and the ticket stays valid', async () => {
      const { email } = await registerBoth(world)
      const ticket = await proveEmail(email)
      expect(await world.person().unbindUnusableMobile({ ticket, password: 'not the password' })).toMatchObject({
        code: 'wrong_credentials',
        data: { field: 'password' },
      })
      expect(await world.person().unbindUnusableMobile({ ticket, password: goodPassword })).toMatchObject({ ok: true })
    })

    it('security: with the code alone the unbinding is pending, and nobody is signed in', async () => {
      const { mobile, email, client, userId } = await registerBoth(world)
      const help = world.person({ jar: new CookieJar() })
      const asked = await help.unbindUnusableMobile({ ticket: await proveEmail(email, help) })
      expect(asked).toMatchObject({ ok: true, data: { done: false } })
      expect(await help.checkLogin({})).toMatchObject({ data: { signed_in: false } })
      expect(await holderOf(mobile)).toBe(userId)
      for (const address of [mobile, email])
        expect(await newestTo(address)).toMatchObject({ purpose: 'mobile_removal_asked' })
      world.passMinutes(hours(48))
      await changeDue(world.service)
      expect(await holderOf(mobile)).toBeUndefined()
      expect(await client.checkLogin({})).toMatchObject({ data: { signed_in: false } })
    })

    it('security: of 20 uses of one ticket at once, one unbinds', async () => {
      const { email } = await registerBoth(world)
      const ticket = await proveEmail(email)
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => world.person().unbindUnusableMobile({ ticket, without_address: 1 })),
      )
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      expect(answers.filter((answer) => !answer.ok && answer.code === 'ticket_refused')).toHaveLength(19)
    })

    it('error: an account without a mobile answers nothing_bound once the email is proven', async () => {
      const { mobile, email, userId } = await registerBoth(world)
      const ticket = await proveEmail(email)
      await world.storage.accounts.unbind({ kind: 'mobile', value: mobile, accountId: userId })
      expect(await world.person().unbindUnusableMobile({ ticket, without_address: 1 })).toMatchObject({
        ok: false,
        code: 'nothing_bound',
        data: { field: 'mobile' },
      })
    })

    it('security: the ticket is refused after the email was unbound', async () => {
      const { mobile, email, userId } = await registerBoth(world)
      const ticket = await proveEmail(email)
      await world.storage.accounts.unbind({ kind: 'email', value: email, accountId: userId })
      expect(await world.person().unusableMobileCheck({ ticket })).toMatchObject({ code: 'ticket_refused' })
      expect(await world.person().unbindUnusableMobile({ ticket, without_address: 1 })).toMatchObject({
        code: 'ticket_refused',
      })
      expect(await holderOf(mobile)).toBe(userId)
    })

    it('security: a ticket of another purpose, an expired one and an invented one are refused', async () => {
      const { mobile, email, userId } = await registerBoth(world)
      const person = world.person()
      await person.sendEmailCode({ email, type: emailPurpose.resetPassword })
      const reset = await person.validateEmailCode({
        email,
        code: await world.codeTo(email),
        type: emailPurpose.resetPassword,
      })
      await person.sendCode({ mobile, type: mobilePurpose.notSignedIn })
      const sms = await person.validateCode({
        mobile,
        code: await world.codeTo(mobile),
        type: mobilePurpose.notSignedIn,
      })
      const old = await proveEmail(email)
      world.passMinutes(16)
      const tickets = [reset.ok && reset.data.ticket, sms.ok && sms.data.ticket, old, 'a ticket of no one at all']
      for (const ticket of tickets)
        expect(await person.unbindUnusableMobile({ ticket: String(ticket) })).toMatchObject({ code: 'ticket_refused' })
      expect(await holderOf(mobile)).toBe(userId)
    })

    it('security: no code is right for an address without an account', async () => {
      const email = freshEmail()
      const person = world.person()
      const type = emailPurpose.notSignedIn
      expect(await person.sendEmailCode({ email, type })).toMatchObject({ ok: true })
      expect(await newestTo(email)).toMatchObject({ purpose: 'no_account' })
      expect(await person.validateEmailCode({ email, code: '000000', type })).toMatchObject({ code: 'code_wrong' })
    })
  })

  describe('with a password', () => {
    it('happy: is pending for 48 hours, notifies every address, and is then done', async () => {
      const { mobile, email, client, userId } = await registerBoth(world)
      const person = world.person()
      const proven = await person.verifyPassword({ account: email, password: goodPassword })
      expect(proven).toMatchObject({ ok: true, data: { email: 'p***@example.com' } })
      const ticket = proven.ok ? proven.data.ticket : ''
      expect(await person.unusableMobileCheck({ ticket })).toMatchObject({ ok: true, data: { hold_hours: 48 } })
      const asked = await person.unbindUnusableMobile({ ticket, without_address: 1 })
      expect(asked).toMatchObject({ ok: true, data: { done: false } })
      const at = asked.ok ? asked.data.takes_effect_at : ''
      expect(Date.parse(at) - world.setting.now()).toBeGreaterThan(hours(47) * 60_000)
      expect(await person.checkLogin({})).toMatchObject({ ok: true, data: { signed_in: false } })
      for (const address of [mobile, email])
        expect(await newestTo(address)).toMatchObject({
          purpose: 'mobile_removal_asked',
          body: expect.stringContaining(`will be removed on ${momentText('en', 'Asia/Shanghai', new Date(at))}`),
          link: expect.stringContaining('?ticket='),
        })
      expect(await client.accountInfo({})).toMatchObject({
        ok: true,
        data: { pending_changes: [{ way: 'mobile', becomes: null, takes_effect_at: at }] },
      })

      world.passMinutes(hours(48) - 1)
      await changeDue(world.service)
      expect(await holderOf(mobile)).toBe(userId)
      world.passMinutes(2)
      await changeDue(world.service)
      expect(await holderOf(mobile)).toBeUndefined()
      expect(await newestTo(mobile)).toMatchObject({ purpose: 'mobile_removed' })
      expect(await newestTo(email)).toMatchObject({ purpose: 'mobile_removed' })
      expect((await activityOf(world, userId)).slice(0, 2).map(([kind]) => kind)).toEqual([
        'mobile_removed',
        'mobile_removal_asked',
      ])
    })

    it('security: of 20 workers that carry it out at once, one does', async () => {
      const { mobile } = await pending()
      world.passMinutes(hours(49))
      const before = await world.messagesTo(mobile)
      await Promise.all(Array.from({ length: 20 }, () => changeDue(world.service)))
      expect(await holderOf(mobile)).toBeUndefined()
      expect(await world.messagesTo(mobile)).toBe(before + 1)
    })

    it('security: a second request neither delays it nor sends another message', async () => {
      const { mobile, client } = await pending()
      const first = await client.accountInfo({})
      const before = await world.messagesTo(mobile)
      world.passMinutes(60)
      const again = await world
        .person()
        .unbindUnusableMobile({ ticket: await provePassword(mobile), without_address: 1 })
      expect(again.ok && again.data.takes_effect_at).toBe(first.ok && first.data.pending_changes[0]?.takes_effect_at)
      expect(await world.messagesTo(mobile)).toBe(before)
    })

    it('security: of 20 uses of one ticket at once, one is accepted', async () => {
      const { mobile } = await registerMobile(world)
      const ticket = await provePassword(mobile)
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => world.person().unbindUnusableMobile({ ticket, without_address: 1 })),
      )
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    })

    const proofs: Record<string, (mobile: string, client: Client) => Promise<unknown>> = {
      'a sign-in by SMS': async (mobile, client) => {
        await client.sendCode({ mobile, type: mobilePurpose.login })
        return world.person().smsLogin({ mobile, code: await world.codeTo(mobile) })
      },
      'a code that proves the mobile': async (mobile, client) => {
        await client.sendCode({ mobile, type: mobilePurpose.verifyOld })
        return client.verifyMobile({ code: await world.codeTo(mobile), type: mobilePurpose.verifyOld })
      },
      'a sign-in with the ticket of a registration': async (mobile) => {
        const person = world.person()
        await person.sendCode({ mobile, type: mobilePurpose.register })
        const code = await world.codeTo(mobile)
        const registered = await person.registerByMobile({ mobile, code, password: goodPassword })
        const ticket = !registered.ok && registered.code === 'already_registered' && registered.data.ticket
        return person.smsLoginContinue({ ticket: String(ticket) })
      },
    }

    it.each(Object.keys(proofs))('security: is stopped by %s, and the mobile is notified', async (proof) => {
      const { mobile, client, userId } = await pending()
      world.passMinutes(2)
      expect(await proofs[proof]?.(mobile, client)).toMatchObject({ ok: true })
      expect(await newestTo(mobile)).toMatchObject({ purpose: 'mobile_removal_stopped' })
      world.passMinutes(hours(49))
      await changeDue(world.service)
      expect(await holderOf(mobile)).toBe(userId)
    })

    it('security: is not stopped by a wrong code or by an attempt to register the mobile', async () => {
      const { mobile, client } = await pending()
      await client.sendCode({ mobile, type: mobilePurpose.login })
      await world.person().smsLogin({ mobile, code: otherThan(await world.codeTo(mobile)) })
      world.passMinutes(2)
      const stranger = world.person()
      await stranger.sendCode({ mobile, type: mobilePurpose.register })
      await stranger.registerByMobile({ mobile, code: await world.codeTo(mobile), password: goodPassword })
      expect(await client.accountInfo({})).toMatchObject({ data: { pending_changes: [{ way: 'mobile' }] } })
    })

    it('happy: can be stopped by the person, and a second stop sends no message', async () => {
      const { mobile, client, userId } = await pending()
      expect(await client.stopPendingChange({ platform: 'mobile' })).toMatchObject({ ok: true })
      const told = await world.messagesTo(mobile)
      expect(await newestTo(mobile)).toMatchObject({ purpose: 'mobile_removal_stopped' })
      expect(await client.stopPendingChange({ platform: 'mobile' })).toMatchObject({ ok: true })
      expect(await world.messagesTo(mobile)).toBe(told)
      expect(await client.accountInfo({})).toMatchObject({ data: { pending_changes: [] } })
      expect((await activityOf(world, userId))[0]?.[0]).toBe('mobile_removal_stopped')
    })

    it('security: cannot be stopped by another account or signed out', async () => {
      const { client } = await pending()
      const other = await registerMobile(world)
      await other.client.stopPendingChange({ platform: 'mobile' })
      expect(await world.person().stopPendingChange({ platform: 'mobile' })).toMatchObject({ code: 'not_signed_in' })
      expect(await client.accountInfo({})).toMatchObject({ data: { pending_changes: [{ way: 'mobile' }] } })
    })

    it('security: does not unbind a mobile that replaced the lost one', async () => {
      const { mobile, client, userId } = await pending()
      const other = freshMobile()
      await world.storage.accounts.unbind({ kind: 'mobile', value: mobile, accountId: userId })
      await world.storage.accounts.bind({ kind: 'mobile', value: other, accountId: userId, at: world.setting.now() })
      expect(await client.accountInfo({})).toMatchObject({ data: { pending_changes: [] } })
      world.passMinutes(hours(49))
      await changeDue(world.service)
      expect(await holderOf(other)).toBe(userId)
    })

    it('security: never unbinds the last sign-in method', async () => {
      const { mobile, userId } = await pending()
      const account = await world.storage.accounts.profile(userId)
      await world.storage.accounts.replacePassword(userId, { was: account?.passwordHash ?? '', becomes: null })
      world.passMinutes(hours(49))
      await changeDue(world.service)
      expect(await holderOf(mobile)).toBe(userId)
      expect(await world.storage.pendingChanges.of(userId)).toEqual([])
    })

    it('security: the ticket is refused after the password changed', async () => {
      const { mobile, userId } = await registerMobile(world)
      const ticket = await provePassword(mobile)
      const account = await world.storage.accounts.profile(userId)
      await world.storage.accounts.replacePassword(userId, { was: account?.passwordHash ?? '', becomes: 'another' })
      expect(await world.person().unusableMobileCheck({ ticket })).toMatchObject({ code: 'ticket_refused' })
      expect(await world.person().unbindUnusableMobile({ ticket, without_address: 1 })).toMatchObject({
        code: 'ticket_refused',
      })
    })

    it('security: a wrong password and an unknown account get the same answer, and guesses are limited', async () => {
      const { mobile } = await registerMobile(world)
      const wrong = await world.person().verifyPassword({ account: mobile, password: 'not the password' })
      const unknown = await world.person().verifyPassword({ account: freshMobile(), password: 'not the password' })
      expect(wrong).toMatchObject({ ok: false, code: 'wrong_credentials' })
      expect({ ...unknown, logId: '' }).toEqual({ ...wrong, logId: '' })
      for (let guess = 0; guess < 4; guess += 1)
        await world.person().verifyPassword({ account: mobile, password: 'not the password' })
      expect(await world.person().verifyPassword({ account: mobile, password: goodPassword })).toMatchObject({
        code: 'captcha_required',
      })
    })
  })
})
