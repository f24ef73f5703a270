import { describe, expect, it } from 'vitest'
import * as signIn from '../../app/routes/login/route'
import * as remove from '../../app/routes/settings/$address/remove/route'
import { done, refuse } from '../../contract/server'
import { addressPages } from './address-pages'
import { emailKey, emailSent, infoOf, signedIn, smsKey, smsSent, ticket } from './answers'
import { type Browser, errorsAt, formOf, openBrowser, withFakeAccountApi } from './browser'
import { decision } from './challenges'
import { askFor } from './page'
import { signedInBrowser } from './person'

const fake = withFakeAccountApi()

const nothing = { mobile: null, email: null, email_verified: false }

/** The two kinds of address: what differs on the pages that they share. */
const mobile = {
  kind: 'mobile',
  home: '/settings/mobile',
  pages: addressPages('mobile'),
  typed: { mobile: '139 0000 0002', region: 'CN' },
  typedBadly: { mobile: '139', region: 'CN' },
  typedAnother: { mobile: '13900000003', region: 'CN' },
  named: { mobile: '+8613900000002' },
  key: smsKey,
  namedAnother: { mobile: '+8613900000003' },
  shown: '+86 139 0000 0002',
  none: nothing,
  some: { ...nothing, mobile: '+86 138****0001' },
  changed: { ...nothing, mobile: '+86 139****0002' },
  masked: '+86 138****0001',
  secret: /139 ?0000 ?0002/,
  code: { send: 'sendCode', sent: smsSent, bind: 17, old: 22, new: 20 },
  calls: { bind: 'bindMobile', verify: 'verifyMobile', rebind: 'rebindMobile' },
} as const

const email = {
  kind: 'email',
  home: '/settings/email',
  pages: addressPages('email'),
  typed: { email: ' Bob@example.com ' },
  typedBadly: { email: 'bob@' },
  typedAnother: { email: 'carol@example.com' },
  named: { email: 'bob@example.com' },
  key: emailKey,
  namedAnother: { email: 'carol@example.com' },
  shown: 'bob@example.com',
  none: nothing,
  some: { ...nothing, email: 'a***@example.com', email_verified: true },
  changed: { ...nothing, email: 'b***@example.com', email_verified: true },
  masked: 'a***@example.com',
  secret: /bob@/,
  code: { send: 'sendEmailCode', sent: emailSent, bind: 8, old: 6, new: 7 },
  calls: { bind: 'bindEmail', verify: 'verifyEmail', rebind: 'rebindEmail' },
} as const

const code = { code: '123456' }
const resend = { resend_code: 'Send a new code' }
const settledBefore = 'notice=settled_before'

const staleProof = refuse('second_verification_required', {
  sms_code_key: 'key-of-a-test-00000001',
  ways: [{ way: 'password', masked: '' }],
})

const later = '2030-01-03T00:00:00.000Z'

const lackingFactor = refuse('second_verification_required', {
  sms_code_key: 'key-of-a-test-00000001',
  ways: [{ way: 'password', masked: '' }],
  wait_hours: 48,
})

/** The parked form of a second verification, which any answer passes from now on. */
const parkedIn = (landed: Parameters<typeof formOf>[0]): string => {
  const { stepUp } = formOf(landed)
  if (stepUp?.kind !== 'second') throw new Error(`no second verification: ${JSON.stringify(landed.data)}`)
  fake.answer('verifySecond', done({ verify_ticket: ticket }))
  return stepUp.parked
}
const proof = { way: 'password', password: 'correct horse', answer: 'Continue' }

describe.each([mobile, email])('$kind', ({ kind, home, pages, calls, ...of }) => {
  const bound = { mobile: '+86 139****0002', email: 'b***@example.com' }
  const answerInfo = (bound: typeof of.none | typeof of.some | typeof of.changed) =>
    fake.answer('accountInfo', done(infoOf(bound)))

  it('happy: shows the bound address, masked, and the flash message', async () => {
    const browser = await signedInBrowser(fake)
    answerInfo(of.some)
    const page = await browser.land(pages.home, `${home}?notice=${kind}_changed`)
    expect(page).toMatchObject({ status: 200, data: { address: of.masked, notice: `${kind}_changed` } })
    expect(fake.inputsOf('accountInfo')).toMatchObject([{ need_plaintext: 0 }])
  })

  it.each(['home', 'change', 'remove'] as const)(
    'error: signed out, %s redirects to the sign-in, which leads back',
    async (name) => {
      const path = name === 'home' ? home : `${home}/${name}`
      const landed = await openBrowser().open(pages[name], path)
      expect(landed).toMatchObject({ status: 303, location: `/login?next=${encodeURIComponent(path)}` })
    },
  )

  it('error: after the session has ended, the form redirects to the sign-in, which leads back', async () => {
    const browser = await signedInBrowser(fake)
    fake.answer(of.code.send, refuse('not_signed_in', {}))
    const landed = await browser.send(pages.home, home, of.typed)
    expect(landed.location).toBe(`/login?next=${encodeURIComponent(home)}&notice=sign_in_again`)
  })

  describe('binding', () => {
    const atTheCode = async (path: string = home) => {
      const browser = await signedInBrowser(fake)
      fake.answer(of.code.send, of.code.sent() as never)
      const landed = await browser.send(pages.home, path, of.typed)
      expect(landed).toMatchObject({ status: 303 })
      return { browser, landed, send: () => browser.send(pages.bind, `${home}/bind`, code) }
    }

    it('happy: a code is sent to the address and binds it', async () => {
      const { browser, landed, send } = await atTheCode()
      expect(landed.location).toBe(`${home}/bind`)
      expect(fake.inputsOf(of.code.send)).toEqual([{ ...of.named, type: of.code.bind }])
      expect((await browser.open(pages.bind, `${home}/bind`)).data).toMatchObject({ sent: { to: of.shown } })
      fake.answer(calls.bind, done(bound) as never)
      expect((await send()).location).toBe(`${home}?notice=${kind}_bound`)
      expect(fake.inputsOf(calls.bind)).toEqual([{ ...of.named, ...of.key, ...code, unbind_exist: 0 }])
    })

    it('happy: the flow ends at the return address', async () => {
      const { landed, send } = await atTheCode(`${home}?next=/settings/x`)
      expect(landed.location).toBe(`${home}/bind?next=%2Fsettings%2Fx`)
      fake.answer(calls.bind, done(bound) as never)
      expect((await send()).location).toBe('/settings/x')
    })

    it('error: an invalid address comes back with an error at its field, and no code is sent', async () => {
      const browser = await signedInBrowser(fake)
      const landed = await browser.send(pages.home, home, of.typedBadly)
      expect(landed.status).toBe(422)
      expect(errorsAt(landed, kind)).toHaveLength(1)
      expect(formOf(landed).initialValue).toEqual(of.typedBadly)
    })

    it.each([
      ['wrong', refuse('code_wrong', { field: 'code', tries_left: 2 }), 422, '2\u00A0tries left'],
      ['old', refuse('code_expired', { field: 'code' }), 422, 'no longer works'],
    ] as const)(
      'error: a code that is %s comes back with an error, and the step stays',
      async (_, outcome, status, text) => {
        const { browser, send } = await atTheCode()
        fake.answer(calls.bind, outcome)
        const landed = await send()
        expect(landed.status).toBe(status)
        expect(errorsAt(landed, 'code')[0]).toContain(text)
        expect(JSON.stringify(landed.data)).not.toContain(code.code)
        expect((await browser.open(pages.bind, `${home}/bind`)).status).toBe(200)
      },
    )

    it('happy: a resend goes to the same address', async () => {
      const { browser } = await atTheCode()
      const landed = await browser.send(pages.bind, `${home}/bind`, { ...resend, ...of.typedAnother })
      expect(landed).toMatchObject({ status: 303, location: `${home}/bind` })
      const asked = { ...of.named, type: of.code.bind }
      expect(fake.inputsOf(of.code.send)).toEqual([asked, asked])
    })

    it('error: after the session has ended, a resend redirects to the sign-in, which leads back', async () => {
      const { browser } = await atTheCode()
      fake.answer(of.code.send, refuse('not_signed_in', {}))
      const path = `${home}/bind`
      const landed = await browser.send(pages.bind, path, resend)
      expect(landed.location).toBe(`/login?next=${encodeURIComponent(path)}&notice=sign_in_again`)
    })

    it('error: once the address is bound, a resend redirects to the page that shows it', async () => {
      const { browser } = await atTheCode()
      fake.answer(of.code.send, refuse('already_bound', { field: kind }))
      const landed = await browser.send(pages.bind, `${home}/bind`, resend)
      expect(landed.location).toBe(`${home}?notice=flow_expired`)
    })

    it('error: the second of two clicks redirects to the page that shows the address', async () => {
      const { browser, send } = await atTheCode()
      fake.answer(calls.bind, refuse('already_bound', { field: kind }))
      expect((await send()).location).toBe(`${home}?${settledBefore}`)
      expect((await browser.open(pages.bind, `${home}/bind`)).location).toBe(home)
    })

    it('error: of two tabs, the older one continues the flow of the newer one', async () => {
      const { browser } = await atTheCode()
      await browser.send(pages.home, home, of.typedAnother)
      fake.answer(calls.bind, refuse('code_wrong', { field: 'code', tries_left: 4 }))
      await browser.send(pages.bind, `${home}/bind`, code)
      expect(fake.inputsOf(calls.bind)).toMatchObject([of.namedAnother])
    })

    it('happy: without a fresh proof, the form is parked for a second verification and then goes on', async () => {
      const { browser, send } = await atTheCode()
      fake.answer(calls.bind, staleProof)
      const parked = parkedIn(await send())
      fake.answer(calls.bind, done(bound) as never)
      const landed = await browser.send(pages.bind, `${home}/bind`, { parked, ...proof })
      expect(landed.location).toBe(`${home}?notice=${kind}_bound`)
      const asked = { ...of.named, ...of.key, ...code, unbind_exist: 0 }
      expect(fake.inputsOf(calls.bind)).toEqual([asked, asked])
    })

    it('security: an account that signs in meanwhile does not take over the flow', async () => {
      const { browser, send } = await atTheCode()
      fake.answer('accountLoginV2', signedIn())
      await browser.send(signIn, '/login', { account: 'eve', password: 'x' })
      expect((await send()).location).toBe(`${home}?notice=flow_expired`)
      expect(fake.inputsOf(calls.bind)).toEqual([])
    })

    it('security: an address in the form does not replace the one that the code was sent to', async () => {
      const { browser } = await atTheCode()
      fake.answer(calls.bind, done(bound) as never)
      await browser.send(pages.bind, `${home}/bind`, { ...code, ...of.typedAnother, unbind_exist: '1' })
      expect(fake.inputsOf(calls.bind)).toEqual([{ ...of.named, ...of.key, ...code, unbind_exist: 0 }])
    })

    it('error: without a flow, its later pages redirect to its start', async () => {
      const browser = await signedInBrowser(fake)
      for (const [page, path] of [
        [pages.bind, 'bind'],
        [pages.switch, 'switch'],
      ] as const)
        expect((await browser.send(page, `${home}/${path}`, code)).location).toBe(home)
      expect(fake.received.filter(({ name }) => name !== 'accountLoginV2')).toEqual([])
    })

    describe('an address that another account holds', () => {
      const atTheSwitch = async () => {
        const { browser, send } = await atTheCode()
        fake.answer(calls.bind, refuse('held_by_other', { field: kind, ticket }))
        expect((await send()).location).toBe(`${home}/switch`)
        return { browser, move: () => browser.send(pages.switch, `${home}/switch`) }
      }

      it('happy: is named once it is proven, and can be moved', async () => {
        const { browser, move } = await atTheSwitch()
        const page = await browser.open(pages.switch, `${home}/switch`)
        expect(page.data).toEqual({ kind, address: of.shown })
        fake.answer('switchBind', done({ mobile: null, email: null }))
        expect((await move()).location).toBe(`${home}?notice=${kind}_bound`)
        expect(fake.inputsOf('switchBind')).toEqual([{ ...of.named, ticket }])
      })

      it('happy: is moved after a second verification where the proof is not fresh', async () => {
        const { browser, move } = await atTheSwitch()
        fake.answer('switchBind', staleProof)
        const parked = parkedIn(await move())
        fake.answer('switchBind', done({ mobile: null, email: null }))
        const landed = await browser.send(pages.switch, `${home}/switch`, { parked, ...proof })
        expect(landed.location).toBe(`${home}?notice=${kind}_bound`)
        expect(fake.inputsOf('switchBind')).toEqual([
          { ...of.named, ticket },
          { ...of.named, ticket },
        ])
      })

      it('error: is not moved while it is the last sign-in method of the other account, and the page says what to do', async () => {
        const { browser, move } = await atTheSwitch()
        fake.answer('switchBind', refuse('last_way', { of: 'other' }))
        const landed = await move()
        expect(landed.status).toBe(422)
        expect(errorsAt(landed, '')[0]).toMatch(/sign in to the other account with a code\. There, add another way/)
        expect(formOf(landed).links).toEqual([{ path: '/passport/web/logout', text: 'Sign out', isOnlyWay: true }])
        expect((await browser.open(pages.switch, `${home}/switch`)).status).toBe(200)
      })

      it('error: with an expired ticket and nothing bound, the flow starts again', async () => {
        const { move } = await atTheSwitch()
        fake.answer('switchBind', refuse('ticket_refused', {}))
        answerInfo(of.none)
        expect((await move()).location).toBe(`${home}?notice=flow_expired`)
      })

      it.each(['ticket_refused', 'already_bound'] as const)(
        'error: the second of two clicks (%s) redirects to the page that shows the address',
        async (refusal) => {
          const { move } = await atTheSwitch()
          fake.answer('switchBind', refuse(refusal, { field: kind }))
          answerInfo(of.changed)
          expect((await move()).location).toBe(`${home}?${settledBefore}`)
        },
      )

      it('security: neither the page nor a cookie shows its ticket', async () => {
        const { browser } = await atTheSwitch()
        const page = await browser.open(pages.switch, `${home}/switch`)
        expect(JSON.stringify(page.data) + [...browser.jar.values()].join()).not.toContain(ticket)
      })
    })
  })

  describe('a change', () => {
    const begun = async (path = `${home}/change`) => {
      const browser = await signedInBrowser(fake)
      answerInfo(of.some)
      fake.answer(of.code.send, of.code.sent() as never)
      const landed = await browser.send(pages.change, path)
      return { browser, landed }
    }
    const proveOld = (browser: Browser, named: Record<string, string> = of.typed) => {
      fake.answer(calls.verify, done({ verify_ticket: ticket }))
      return browser.send(pages.old, `${home}/change/old`, { ...code, ...named })
    }
    const atTheEnd = async (path?: string) => {
      const { browser } = await begun(path)
      const landed = await proveOld(browser)
      const send = () => browser.send(pages.confirm, `${home}/change/confirm`, { code: '654321' })
      return { browser, landed, send }
    }

    it('happy: the old address is proven beside the new one, which replaces it after its own code', async () => {
      const { browser, landed } = await begun()
      expect(landed.location).toBe(`${home}/change/old`)
      expect((await browser.open(pages.old, `${home}/change/old`)).data).toMatchObject({ sent: { to: of.masked } })
      expect((await proveOld(browser)).location).toBe(`${home}/change/confirm`)
      expect(fake.inputsOf(calls.verify)).toEqual([{ ...code, ...of.key, type: of.code.old, act: 'binding' }])
      expect(fake.inputsOf(of.code.send)).toEqual([
        { type: of.code.old },
        { ...of.named, type: of.code.new, verify_ticket: ticket },
      ])
      fake.answer(calls.rebind, done(bound) as never)
      const changed = await browser.send(pages.confirm, `${home}/change/confirm`, { code: '654321' })
      expect(changed.location).toBe(`${home}?notice=${kind}_changed`)
      expect(fake.inputsOf(calls.rebind)).toEqual([{ ...of.named, ...of.key, ticket, code: '654321', wait: 0 }])
    })

    it.each([
      [
        'the present one',
        refuse('invalid_input', { fields: [{ field: kind, reason: 'same' }] }),
        'on your account already',
      ],
      ['too many codes', refuse('code_limit_reached', { retry_after: 7200 }), 'No more codes can be sent'],
    ] as const)(
      'error: a new address that gets no code (%s) is asked for once more, with what was typed, and without the used code',
      async (_, refusal, text) => {
        const { browser } = await begun()
        fake.answer(of.code.send, refusal as never)
        expect((await proveOld(browser)).location).toBe(`${home}/change/new`)
        const page = await browser.open(pages.new, `${home}/change/new`)
        expect(page.data).toMatchObject({ old: of.masked, typed: of.shown, problems: [expect.stringContaining(text)] })
        fake.answer(of.code.send, of.code.sent() as never)
        const named = await browser.send(pages.new, `${home}/change/new`, of.typedAnother)
        expect(named.location).toBe(`${home}/change/confirm`)
        expect(fake.inputsOf(of.code.send).at(-1)).toEqual({
          ...of.namedAnother,
          type: of.code.new,
          verify_ticket: ticket,
        })
        expect(fake.inputsOf(calls.verify)).toHaveLength(1)
      },
    )

    it('error: where the new address needs a captcha, the used code is not judged again', async () => {
      const { browser } = await begun()
      fake.answer(of.code.send, decision())
      expect((await proveOld(browser)).location).toBe(`${home}/change/new`)
      expect((await browser.open(pages.new, `${home}/change/new`)).data).toMatchObject({
        typed: of.shown,
        problems: [],
      })
      expect(fake.inputsOf(calls.verify)).toHaveLength(1)
    })

    it('error: beside a right code, a bad new address comes back with both, and the code is not used', async () => {
      const { browser } = await begun()
      const landed = await browser.send(pages.old, `${home}/change/old`, { ...code, ...of.typedBadly })
      expect(landed.status).toBe(422)
      expect(formOf(landed).initialValue).toEqual({ ...code, ...of.typedBadly })
      expect(fake.inputsOf(calls.verify)).toEqual([])
    })

    it('happy: the flow ends at the return address', async () => {
      const { landed, send } = await atTheEnd(`${home}/change?next=/settings/x`)
      expect(landed.location).toBe(`${home}/change/confirm?next=%2Fsettings%2Fx`)
      fake.answer(calls.rebind, done(bound) as never)
      expect((await send()).location).toBe('/settings/x')
    })

    it('happy: from the last step a person can go back and name another address', async () => {
      const { browser, send } = await atTheEnd()
      const again = await browser.open(pages.new, `${home}/change/new?again=1`)
      expect(again.data).toMatchObject({ typed: of.shown })
      // Opening the page has changed nothing.
      expect((await browser.open(pages.confirm, `${home}/change/confirm`)).status).toBe(200)
      await browser.send(pages.new, `${home}/change/new`, of.typedAnother)
      fake.answer(calls.rebind, done(bound) as never)
      await send()
      expect(fake.inputsOf(calls.rebind)).toMatchObject([of.namedAnother])
    })

    it('happy: both codes can be sent again, the second one with the ticket of the first', async () => {
      const { browser } = await begun()
      const old = await browser.send(pages.old, `${home}/change/old`, resend)
      expect(old.location).toBe(`${home}/change/old`)
      await proveOld(browser)
      const confirm = await browser.send(pages.confirm, `${home}/change/confirm`, resend)
      expect(confirm.location).toBe(`${home}/change/confirm`)
      const toOld = { type: of.code.old }
      const toNew = { ...of.named, type: of.code.new, verify_ticket: ticket }
      expect(fake.inputsOf(of.code.send)).toEqual([toOld, toOld, toNew, toNew])
    })

    it('error: without a bound address, the page and its form redirect to the page of the address', async () => {
      const browser = await signedInBrowser(fake)
      answerInfo(of.none)
      expect((await browser.open(pages.change, `${home}/change`)).location).toBe(home)
      expect((await browser.send(pages.change, `${home}/change`)).location).toBe(home)
    })

    it('error: a wrong code to the old address comes back with an error, and the step stays', async () => {
      const { browser } = await begun()
      fake.answer(calls.verify, refuse('code_wrong', { field: 'code', tries_left: 3 }))
      const landed = await browser.send(pages.old, `${home}/change/old`, { ...code, ...of.typed })
      expect(errorsAt(landed, 'code')[0]).toContain('3\u00A0tries left')
      expect(formOf(landed).initialValue).toEqual(of.typed)
      expect((await browser.open(pages.new, `${home}/change/new`)).location).toBe(`${home}/change/old`)
    })

    it('error: the form of the last step, sent without a flow, redirects to the start', async () => {
      const browser = await signedInBrowser(fake)
      const landed = await browser.send(pages.confirm, `${home}/change/confirm`, code)
      expect(landed.location).toBe(`${home}/change`)
      expect(fake.inputsOf(calls.rebind)).toEqual([])
    })

    it('error: the form of a later step redirects to the present step', async () => {
      const { browser } = await begun()
      expect((await browser.send(pages.new, `${home}/change/new`, of.typed)).location).toBe(`${home}/change/old`)
      expect((await browser.send(pages.confirm, `${home}/change/confirm`, code)).location).toBe(`${home}/change/old`)
      expect(fake.inputsOf(calls.rebind)).toEqual([])
      expect(fake.inputsOf(of.code.send)).toHaveLength(1)
    })

    it('error: an expired proof of the old address starts the flow again, at each step that uses it', async () => {
      const expired = `${home}/change?notice=flow_expired`
      const { browser } = await begun()
      fake.answer(of.code.send, refuse('ticket_refused', {}))
      await proveOld(browser)
      expect((await browser.send(pages.new, `${home}/change/new`, of.typed)).location).toBe(expired)
      const second = await atTheEnd()
      fake.answer(of.code.send, refuse('ticket_refused', {}))
      const resent = await second.browser.send(pages.confirm, `${home}/change/confirm`, resend)
      expect(resent.location).toBe(expired)
    })

    it('error: the second of two clicks redirects to the page that shows the bound address', async () => {
      const { browser, send } = await atTheEnd()
      fake.answer(calls.rebind, refuse('ticket_refused', {}))
      expect((await send()).location).toBe(`${home}?${settledBefore}`)
      expect((await browser.open(pages.confirm, `${home}/change/confirm`)).location).toBe(`${home}/change`)
    })

    describe('an address that another account holds', () => {
      const takeover = 'ticket-of-a-takeover-0001'
      const atTheSwitch = async () => {
        const { browser, send } = await atTheEnd()
        fake.answer(calls.rebind, refuse('held_by_other', { field: kind, ticket: takeover }))
        expect((await send()).location).toBe(`${home}/change/switch`)
        return { browser, move: () => browser.send(pages.switchInChange, `${home}/change/switch`) }
      }

      it('happy: is named once it is proven, and can be moved in place of the old one', async () => {
        const { browser, move } = await atTheSwitch()
        const page = await browser.open(pages.switchInChange, `${home}/change/switch`)
        expect(page.data).toEqual({ kind, address: of.shown, old: of.masked })
        fake.answer('switchBind', done({ mobile: null, email: null }))
        expect((await move()).location).toBe(`${home}?notice=${kind}_changed`)
        expect(fake.inputsOf('switchBind')).toEqual([{ ...of.named, ticket: takeover, verify_ticket: ticket }])
      })

      it('happy: another can be named instead', async () => {
        const { browser } = await atTheSwitch()
        expect((await browser.open(pages.new, `${home}/change/new`)).status).toBe(200)
      })

      it('error: is not moved while it is the last sign-in method of the other account', async () => {
        const { move } = await atTheSwitch()
        fake.answer('switchBind', refuse('last_way', { of: 'other' }))
        const landed = await move()
        expect(landed.status).toBe(422)
        expect(errorsAt(landed, '')[0]).toMatch(/sign in to the other account with a code\. There, add another way/)
      })

      it('error: the second of two clicks redirects to the page that shows the address', async () => {
        const { move } = await atTheSwitch()
        fake.answer('switchBind', refuse('ticket_refused', {}))
        expect((await move()).location).toBe(`${home}?${settledBefore}`)
      })
    })

    it('error: an old address that was removed meanwhile redirects to the page of the address', async () => {
      const { send } = await atTheEnd()
      fake.answer(calls.rebind, refuse('nothing_bound', { field: kind }))
      expect((await send()).location).toBe(home)
    })

    it('security: an account that signs in meanwhile does not take over the flow', async () => {
      const { browser, send } = await atTheEnd()
      await browser.send(signIn, '/login', { account: 'eve', password: 'x' })
      expect((await send()).location).toBe(`${home}/change?notice=flow_expired`)
      expect(fake.inputsOf(calls.rebind)).toEqual([])
    })

    it('happy: without another factor, the address is changed later, at the wish of the person', async () => {
      const { browser, send } = await atTheEnd()
      fake.answer(calls.rebind, lackingFactor)
      const { stepUp } = formOf(await send())
      fake.answer(calls.rebind, done({ ...bound, takes_effect_at: later }) as never)
      const parked = stepUp?.parked ?? ''
      const landed = await browser.send(pages.confirm, `${home}/change/confirm`, { parked, wait: 'x' })
      expect(landed.location).toBe(`${home}?notice=${kind}_change_asked`)
      expect(fake.inputsOf(calls.rebind).at(-1)).toEqual({ ...of.named, ...of.key, ticket, code: '654321', wait: 1 })
    })

    it('security: an address or a ticket in the form does not replace what was proven', async () => {
      const { browser } = await atTheEnd()
      fake.answer(calls.rebind, done(bound) as never)
      const foreign = { ...of.typedAnother, ticket: 'somebody-elses-ticket' }
      await browser.send(pages.confirm, `${home}/change/confirm`, { ...code, ...foreign })
      expect(fake.inputsOf(calls.rebind)).toEqual([{ ...of.named, ...of.key, ...code, ticket, wait: 0 }])
    })

    it("security: the flow's cookie shows neither the ticket nor the address, and stays under 4 kB", async () => {
      const { browser, landed } = await atTheEnd()
      const cookies = [...browser.jar.values()].join()
      expect(cookies).not.toContain(ticket)
      expect(cookies).not.toMatch(of.secret)
      for (const setCookie of landed.setCookies) expect(setCookie.length).toBeLessThan(4096)
    })
  })

  describe('removing', () => {
    const path = `${home}/remove`

    it('happy: the page shows the bound address, and its form removes it', async () => {
      const browser = await signedInBrowser(fake)
      answerInfo(of.some)
      const page = await browser.open(pages.remove, path)
      expect(page.data).toMatchObject({ kind, address: of.masked, username: 'ann' })
      fake.answer('unbindPlatform', done({ done: true }))
      expect((await browser.send(pages.remove, path)).location).toBe(`${home}?notice=${kind}_removed`)
      expect(fake.inputsOf('unbindPlatform')).toEqual([{ platform: kind, wait: 0, without_address: 0 }])
    })

    it('happy: without another factor, the person may wait instead, and the page of the address says until when', async () => {
      const browser = await signedInBrowser(fake)
      fake.answer('unbindPlatform', lackingFactor)
      const { stepUp } = formOf(await browser.send(pages.remove, path))
      expect(stepUp).toMatchObject({ kind: 'second', waitHours: 48, ways: [{ way: 'password' }] })
      fake.answer('unbindPlatform', done({ done: false, takes_effect_at: later }))
      const landed = await browser.send(pages.remove, path, { parked: stepUp?.parked ?? '', wait: 'x' })
      expect(landed.location).toBe(`${home}?notice=${kind}_removal_asked`)
      expect(fake.inputsOf('unbindPlatform').at(-1)).toEqual({ platform: kind, wait: 1, without_address: 0 })
      const pending_changes = [{ way: kind, becomes: null, takes_effect_at: later }]
      fake.answer('accountInfo', done(infoOf({ ...of.some, pending_changes })))
      const page = await browser.land(pages.home, `${home}?notice=${kind}_removal_asked`)
      expect(page.data).toMatchObject({ pending: { at: later, becomes: null } })
    })

    it('happy: when no other factor counts, the address is removed later without a question', async () => {
      const browser = await signedInBrowser(fake)
      fake.answer('unbindPlatform', done({ done: false, takes_effect_at: later }))
      expect((await browser.send(pages.remove, path)).location).toBe(`${home}?notice=${kind}_removal_asked`)
    })

    it('security: a second verification that offers no wait cannot be waited for', async () => {
      const browser = await signedInBrowser(fake)
      fake.answer('unbindPlatform', staleProof)
      const parked = parkedIn(await browser.send(pages.remove, path))
      const landed = await browser.send(pages.remove, path, { parked, wait: 'x' })
      expect(formOf(landed).stepUp).toMatchObject({ kind: 'second', waitHours: null })
      expect(fake.inputsOf('unbindPlatform')).toEqual([{ platform: kind, wait: 0, without_address: 0 }])
    })

    it('happy: without a fresh proof, the address is removed after a second verification', async () => {
      const browser = await signedInBrowser(fake)
      fake.answer('unbindPlatform', staleProof)
      const parked = parkedIn(await browser.send(pages.remove, path))
      fake.answer('unbindPlatform', done({ done: true }))
      const landed = await browser.send(pages.remove, path, { parked, ...proof })
      expect(landed.location).toBe(`${home}?notice=${kind}_removed`)
    })

    it('error: the last sign-in method is not removed, and the page says so', async () => {
      const browser = await signedInBrowser(fake)
      fake.answer('unbindPlatform', refuse('last_way', { of: 'own' }))
      const landed = await browser.send(pages.remove, path)
      expect(landed.status).toBe(422)
      expect(errorsAt(landed, '')[0]).toMatch(/last way to sign in/)
    })

    it('happy: the last address goes only with a tick, and the page names the username and the ways that are left', async () => {
      const browser = await signedInBrowser(fake)
      answerInfo(of.some)
      const shown = await askFor(browser, remove, path, { pattern: '/settings/:address/remove' })
      expect(shown.main).toContain('your password, with the username ann')
      expect(shown.main).not.toMatch(/a code by (SMS|email) to/)
      expect(shown.main).toContain('name="without_address"')
      fake.answer('unbindPlatform', ({ input }) =>
        input.without_address === 1 ? done({ done: true }) : refuse('last_address', { username: 'ann' }),
      )
      const unticked = await browser.send(pages.remove, path)
      expect(unticked.status).toBe(422)
      expect(errorsAt(unticked, 'without_address')).toEqual(['Tick that you have noted your username, ann'])
      const ticked = await browser.send(pages.remove, path, { without_address: '1' })
      expect(ticked.location).toBe(`${home}?notice=${kind}_removed`)
    })

    it('happy: an address beside another one needs no tick, and one that will be removed does not count', async () => {
      const browser = await signedInBrowser(fake)
      const both = { mobile: mobile.masked, email: email.masked, email_verified: true }
      fake.answer('accountInfo', done(infoOf(both)))
      expect((await browser.open(pages.remove, path)).data).toMatchObject({ isLastAddress: false })
      const other = kind === 'mobile' ? 'email' : 'mobile'
      const pending_changes = [{ way: other, becomes: null, takes_effect_at: later }]
      fake.answer('accountInfo', done(infoOf({ ...both, pending_changes })))
      const page = await browser.open(pages.remove, path)
      expect(page.data).toMatchObject({ isLastAddress: true, ways: [{ way: 'password', name: 'ann' }] })
    })

    it('error: the only sign-in method has no form, and the page says what to add first', async () => {
      const browser = await signedInBrowser(fake)
      fake.answer('accountInfo', done(infoOf({ ...of.some, has_password: false })))
      const { main } = await askFor(browser, remove, path, { pattern: '/settings/:address/remove' })
      expect(main).not.toContain('<form')
      expect(main).toContain('is your only way to sign in')
      expect(main).toContain('href="/settings/password"')
    })

    it('error: the second of two clicks is answered like the first', async () => {
      const browser = await signedInBrowser(fake)
      fake.answer('unbindPlatform', refuse('nothing_bound', { field: kind }))
      expect((await browser.send(pages.remove, path)).location).toBe(`${home}?notice=${kind}_removed`)
    })

    it('error: without a bound address, the page redirects to the page of the address', async () => {
      const browser = await signedInBrowser(fake)
      answerInfo(of.none)
      expect((await browser.open(pages.remove, path)).location).toBe(home)
    })

    it('security: a form of another browser removes nothing', async () => {
      const browser = await signedInBrowser(fake)
      expect((await browser.send(pages.remove, path, {}, { token: openBrowser().formToken() })).status).toBe(403)
      expect(fake.inputsOf('unbindPlatform')).toEqual([])
    })
  })
})

describe('an email that is bound unproven', () => {
  const unproven = infoOf({ mobile: null, email: 'a***@example.com', email_verified: false })

  it('happy: is shown as unproven, and can be proven', async () => {
    const browser = await signedInBrowser(fake)
    fake.answer('accountInfo', done(unproven))
    const page = await browser.open(email.pages.home, '/settings/email')
    expect(page.data).toMatchObject({ address: 'a***@example.com', isProven: false })
    fake.answer('sendEmailCode', emailSent())
    const landed = await browser.send(email.pages.home, '/settings/email', { email: 'ann@example.com' })
    expect(landed.location).toBe('/settings/email/bind')
  })

  it('error: cannot be changed or removed', async () => {
    const browser = await signedInBrowser(fake)
    fake.answer('accountInfo', done(unproven))
    expect((await browser.open(email.pages.change, '/settings/email/change')).location).toBe('/settings/email')
    expect((await browser.open(email.pages.remove, '/settings/email/remove')).location).toBe('/settings/email')
  })

  it('error: does not count as bound when the ticket of a switch has expired', async () => {
    const browser = await signedInBrowser(fake)
    fake.answer('sendEmailCode', emailSent())
    await browser.send(email.pages.home, '/settings/email', { email: 'ann@example.com' })
    fake.answer('bindEmail', refuse('held_by_other', { field: 'email', ticket }))
    await browser.send(email.pages.bind, '/settings/email/bind', code)
    fake.answer('switchBind', refuse('ticket_refused', {}))
    fake.answer('accountInfo', done(unproven))
    const landed = await browser.send(email.pages.switch, '/settings/email/switch')
    expect(landed.location).toBe('/settings/email?notice=flow_expired')
  })
})
