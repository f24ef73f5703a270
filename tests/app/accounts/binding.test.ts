import { describe, expect, it } from 'vitest'
import { done, emailKey, emailSent, infoOf, refuse, smsKey, smsSent, ticket } from '#tests/app/browser/answers'
import { expectTexts, formOf, refusedAt, withFakeAccountApi } from '#tests/app/browser/browser'
import { signedInBrowser, withPerson } from '#tests/app/browser/person'
import { decision } from '#tests/app/step-up/challenges'

const fake = withFakeAccountApi()

const nothing = { mobile: null, email: null, email_verified: false }

/** The two kinds of address: what differs on the pages that they share. */
const mobile = {
  kind: 'mobile',
  home: '/settings/mobile',
  typed: { mobile: '139 0000 0002', region: 'CN' },
  typedAnother: { mobile: '13900000003', region: 'CN' },
  named: { mobile: '+8613900000002' },
  key: smsKey,
  namedAnother: { mobile: '+8613900000003' },
  shown: '+86 139 0000 0002',
  none: nothing,
  some: { ...nothing, mobile: '+86 138****0001' },
  masked: '+86 138****0001',
  code: { send: 'sendCode', sent: smsSent, bind: 17, old: 22, new: 20 },
  calls: { bind: 'bindMobile', verify: 'verifyMobile', rebind: 'rebindMobile' },
} as const

const email = {
  kind: 'email',
  home: '/settings/email',
  typed: { email: ' Bob@example.com ' },
  typedAnother: { email: 'carol@example.com' },
  named: { email: 'bob@example.com' },
  key: emailKey,
  namedAnother: { email: 'carol@example.com' },
  shown: 'bob@example.com',
  none: nothing,
  some: { ...nothing, email: 'a***@example.com', email_verified: true },
  masked: 'a***@example.com',
  code: { send: 'sendEmailCode', sent: emailSent, bind: 8, old: 6, new: 7 },
  calls: { bind: 'bindEmail', verify: 'verifyEmail', rebind: 'rebindEmail' },
} as const

const unproven = infoOf({ mobile: null, email: 'a***@example.com', email_verified: false })
const code = { code: '123456' }

const later = '2030-01-03T00:00:00.000Z'

const second = { sms_code_key: 'key-of-a-test-00000001', ways: [{ way: 'password' as const, masked: '' }] }
const staleProof = refuse('second_verification_required', second)
const lackingFactor = refuse('second_verification_required', { ...second, wait_hours: 48 })

describe.each([mobile, email])('$kind', ({ kind, home, calls, ...of }) => {
  const bound = { mobile: '+86 139****0002', email: 'b***@example.com' }
  const browser = withPerson(fake)
  const answerInfo = (bound: typeof of.some) => fake.answer('accountInfo', done(infoOf(bound)))

  it('happy: the page shows the bound address, masked, and the flash message', async () => {
    answerInfo(of.some)
    const page = await browser.arrive(`${home}?notice=${kind}_changed`)
    expect(page).toMatchObject({ status: 200, data: { address: of.masked, notice: `${kind}_changed`, pending: null } })
    expect(fake.inputsOf('accountInfo')).toMatchObject([{ need_plaintext: 0 }])
  })

  it('happy: a wait that nothing can shorten is announced at the first step of the change', async () => {
    fake.answer('accountInfo', done(infoOf({ ...of.some, slow_changes: [{ way: kind, hours: 48 }] })))
    for (const path of [home, `${home}/change`])
      expect((await browser.show(path)).main).toMatch(/takes effect 48\shours after both codes/)
    answerInfo(of.some)
    expect((await browser.show(home)).main).not.toContain('hours')
  })

  it('error: with no proven address, the pages to change and remove it redirect to the page of the address', async () => {
    for (const info of [infoOf(of.none), unproven]) {
      fake.answer('accountInfo', done(info))
      expect((await browser.visit(`${home}/change`)).location).toBe(home)
      expect((await browser.submit(`${home}/change`)).location).toBe(home)
      expect((await browser.visit(`${home}/remove`)).location).toBe(home)
    }
  })

  describe('binding', () => {
    const atTheCode = async () => {
      fake.answer(of.code.send, of.code.sent() as never)
      const landed = await browser.submit(home, of.typed)
      return { landed, send: () => browser.submit(`${home}/bind`, code) }
    }

    it('happy: a code is sent to the address and binds it', async () => {
      const { landed, send } = await atTheCode()
      expect(landed.location).toBe(`${home}/bind`)
      expect(fake.inputsOf(of.code.send)).toEqual([{ ...of.named, type: of.code.bind, unbind_exist: 0 }])
      expect((await browser.visit(`${home}/bind`)).data).toMatchObject({ sent: { to: of.shown } })
      fake.answer(calls.bind, done(bound) as never)
      expect((await send()).location).toBe(`${home}?notice=${kind}_bound`)
      expect(fake.inputsOf(calls.bind)).toEqual([{ ...of.named, ...of.key, ...code, unbind_exist: 0 }])
    })

    describe('an address that another account holds', () => {
      const atTheSwitch = async () => {
        const { send } = await atTheCode()
        fake.answer(calls.bind, refuse('held_by_other', { field: kind, ticket }))
        expect((await send()).location).toBe(`${home}/switch`)
        return { move: () => browser.submit(`${home}/switch`) }
      }

      it('happy: the other account is named once the address is proven, and the address can be moved', async () => {
        const { move } = await atTheSwitch()
        expect((await browser.visit(`${home}/switch`)).data).toEqual({ kind, address: of.shown })
        fake.answer('switchBind', done({ mobile: null, email: null }))
        expect((await move()).location).toBe(`${home}?notice=${kind}_bound`)
        expect(fake.inputsOf('switchBind')).toEqual([{ ...of.named, ticket }])
      })

      it('happy: an address that the other account loses later is reported as progress, not as a failure', async () => {
        const { move } = await atTheSwitch()
        fake.answer('switchBind', refuse('takeover_waits', { retry_after: 172_800 }))
        expect(formOf(await move())).toMatchObject({ isProgress: true, error: { '': [expect.stringContaining('48')] } })
      })

      it('error: the other account’s last sign-in method is not moved, and the page offers another way', async () => {
        const { move } = await atTheSwitch()
        fake.answer('switchBind', refuse('last_way', { of: 'other' }))
        const landed = await move()
        expect(landed.status).toBe(422)
        expect(formOf(landed).links).toEqual([{ path: '/passport/web/logout', text: 'Sign out', isOnlyWay: true }])
        expect((await browser.visit(`${home}/switch`)).status).toBe(200)
      })
    })
  })

  describe('a change', () => {
    const ofNew = { type: of.code.new, verify_ticket: ticket, unbind_exist: 0 }
    const begun = async () => {
      answerInfo(of.some)
      fake.answer(of.code.send, of.code.sent() as never)
      return { landed: await browser.submit(`${home}/change`) }
    }
    const proveOld = () => {
      fake.answer(calls.verify, done({ verify_ticket: ticket }))
      return browser.submit(`${home}/change/old`, { ...code, ...of.typed })
    }
    const atTheEnd = async () => {
      await begun()
      await proveOld()
      return { send: () => browser.submit(`${home}/change/confirm`, { code: '654321' }) }
    }

    it('error: the error summary lists errors in the order of the fields', async () => {
      await begun()
      const empty = Object.fromEntries(Object.keys({ ...code, ...of.typed }).map((name) => [name, '']))
      const { main } = await browser.show(`${home}/change/old`, { fields: empty })
      expect([...main.matchAll(/<li><a href="#(\w+)"/g)].map(([, name]) => name)).toEqual(['code', kind])
    })

    it('happy: one page takes the code of the old address and the new address, which then needs its own code', async () => {
      const { landed } = await begun()
      expect(landed.location).toBe(`${home}/change/old`)
      expect((await browser.visit(`${home}/change/old`)).data).toMatchObject({ sent: { to: of.masked } })
      expect((await proveOld()).location).toBe(`${home}/change/confirm`)
      expect(fake.inputsOf(calls.verify)).toEqual([{ ...code, ...of.key, type: of.code.old, act: 'binding' }])
      expect(fake.inputsOf(of.code.send)).toEqual([
        { type: of.code.old, unbind_exist: 0 },
        { ...of.named, ...ofNew },
      ])
      fake.answer(calls.rebind, done(bound) as never)
      const changed = await browser.submit(`${home}/change/confirm`, { code: '654321' })
      expect(changed.location).toBe(`${home}?notice=${kind}_changed`)
      expect(fake.inputsOf(calls.rebind)).toEqual([{ ...of.named, ...of.key, ticket, code: '654321', wait: 0 }])
    })

    it.each([
      ['the present one', refuse('invalid_input', { fields: [{ field: kind, reason: 'same' }] }), 'already has what'],
      ['too many codes', refuse('code_limit_reached', { retry_after: 7200 }), 'No more codes can be sent'],
      ['a captcha', decision(), null],
    ] as const)('error: a new address that gets no code (%s) can be corrected', async (_, refusal, text) => {
      await begun()
      fake.answer(of.code.send, refusal as never)
      expect((await proveOld()).location).toBe(`${home}/change/new`)
      const page = await browser.visit(`${home}/change/new`)
      const problems = text === null ? [] : [expect.stringContaining(text)]
      expect(page.data).toMatchObject({ old: of.masked, typed: of.shown, problems })
      fake.answer(of.code.send, of.code.sent() as never)
      expect((await browser.submit(`${home}/change/new`, of.typedAnother)).location).toBe(`${home}/change/confirm`)
      expect(fake.inputsOf(of.code.send).at(-1)).toEqual({ ...of.namedAnother, ...ofNew })
      expect(fake.inputsOf(calls.verify)).toHaveLength(1)
    })

    it('happy: at the last step a person can go back and name another address', async () => {
      const { send } = await atTheEnd()
      expect((await browser.visit(`${home}/change/new?again=1`)).data).toMatchObject({ typed: of.shown })
      // Opening the page has changed nothing.
      expect((await browser.visit(`${home}/change/confirm`)).status).toBe(200)
      await browser.submit(`${home}/change/new`, of.typedAnother)
      fake.answer(calls.rebind, done(bound) as never)
      await send()
      expect(fake.inputsOf(calls.rebind)).toMatchObject([of.namedAnother])
    })

    it('happy: an address that another account holds can be moved, or another one is named instead', async () => {
      const { send } = await atTheEnd()
      const takeover = 'ticket-of-a-takeover-0001'
      fake.answer(calls.rebind, refuse('held_by_other', { field: kind, ticket: takeover }))
      expect((await send()).location).toBe(`${home}/change/switch`)
      expect((await browser.visit(`${home}/change/switch`)).data).toEqual({ kind, address: of.shown, old: of.masked })
      expect((await browser.visit(`${home}/change/new`)).status).toBe(200)
      fake.answer('switchBind', done({ mobile: null, email: null }))
      expect((await browser.submit(`${home}/change/switch`)).location).toBe(`${home}?notice=${kind}_changed`)
      expect(fake.inputsOf('switchBind')).toEqual([{ ...of.named, ticket: takeover, verify_ticket: ticket }])
    })

    it('happy: without another factor, the person may choose a delayed change of the address', async () => {
      const { send } = await atTheEnd()
      fake.answer(calls.rebind, lackingFactor)
      const { stepUp } = formOf(await send())
      fake.answer(calls.rebind, done({ ...bound, takes_effect_at: later }) as never)
      const landed = await browser.submit(`${home}/change/confirm`, { parked: stepUp?.parked ?? '', wait: 'x' })
      expect(landed.location).toBe(`${home}?notice=${kind}_change_asked`)
      expect(fake.inputsOf(calls.rebind).at(-1)).toEqual({ ...of.named, ...of.key, ticket, code: '654321', wait: 1 })
    })
  })

  describe('removing', () => {
    const path = `${home}/remove`

    it('happy: the page shows the bound address, and its form removes it', async () => {
      answerInfo(of.some)
      expect((await browser.visit(path)).data).toMatchObject({ kind, address: of.masked, username: 'ann' })
      fake.answer('unbindPlatform', done({ done: true }))
      expect((await browser.submit(path)).location).toBe(`${home}?notice=${kind}_removed`)
      expect(fake.inputsOf('unbindPlatform')).toEqual([{ platform: kind, wait: 0, without_address: 0 }])
    })

    it('happy: without another factor, the person may wait instead; the page of the address then says until when', async () => {
      fake.answer('unbindPlatform', lackingFactor)
      const { stepUp } = formOf(await browser.submit(path))
      expect(stepUp).toMatchObject({ kind: 'second', waitHours: 48, ways: [{ way: 'password' }] })
      fake.answer('unbindPlatform', done({ done: false, takes_effect_at: later }))
      const landed = await browser.submit(path, { parked: stepUp?.parked ?? '', wait: 'x' })
      expect(landed.location).toBe(`${home}?notice=${kind}_removal_asked`)
      expect(fake.inputsOf('unbindPlatform').at(-1)).toEqual({ platform: kind, wait: 1, without_address: 0 })
      const pending_changes = [{ way: kind, becomes: null, takes_effect_at: later }]
      fake.answer('accountInfo', done(infoOf({ ...of.some, pending_changes })))
      const page = await browser.arrive(`${home}?notice=${kind}_removal_asked`)
      expect(page.data).toMatchObject({ pending: { at: later, becomes: null } })
    })

    it('security: if a second verification offers no delay, the change cannot be delayed', async () => {
      fake.answer('unbindPlatform', staleProof)
      const { stepUp } = formOf(await browser.submit(path))
      const landed = await browser.submit(path, { parked: stepUp?.parked ?? '', wait: 'x' })
      expect(formOf(landed).stepUp).toMatchObject({ kind: 'second', waitHours: null })
      expect(fake.inputsOf('unbindPlatform')).toEqual([{ platform: kind, wait: 0, without_address: 0 }])
    })

    it('happy: the last address is removed only with a tick, and the page names the username and the remaining sign-in methods', async () => {
      answerInfo(of.some)
      const main = await browser.mainAt(path)
      expectTexts(main, { shown: ['your password, with the username ann', 'name="without_address"'] })
      expect(main).not.toMatch(/a code by (SMS|email) to/)
      fake.answer('unbindPlatform', ({ input }) =>
        input.without_address === 1 ? done({ done: true }) : refuse('last_address', { username: 'ann' }),
      )
      const unticked = await browser.submit(path)
      expect(refusedAt(unticked, 'without_address')).toEqual(['Tick that you have noted your username, ann'])
      expect((await browser.submit(path, { without_address: '1' })).location).toBe(`${home}?notice=${kind}_removed`)
    })

    it('happy: removing one of two addresses needs no tick; a pending removal does not count as an address', async () => {
      const both = { mobile: mobile.masked, email: email.masked, email_verified: true }
      fake.answer('accountInfo', done(infoOf(both)))
      expect((await browser.visit(path)).data).toMatchObject({ isLastAddress: false })
      const other = kind === 'mobile' ? 'email' : 'mobile'
      const pending_changes = [{ way: other, becomes: null, takes_effect_at: later }]
      fake.answer('accountInfo', done(infoOf({ ...both, pending_changes })))
      const page = await browser.visit(path)
      expect(page.data).toMatchObject({ isLastAddress: true, ways: [{ way: 'password', name: 'ann' }] })
    })

    it('error: the only sign-in method has no form, and the page says what to add first', async () => {
      fake.answer('accountInfo', done(infoOf({ ...of.some, has_password: false })))
      const main = await browser.mainAt(path)
      expectTexts(main, { shown: ['is your only way to sign in', 'href="/settings/password"'], hidden: ['<form'] })
    })
  })
})

it('happy: an email that is bound unproven is shown as such, and can be proven', async () => {
  const browser = await signedInBrowser(fake)
  fake.answer('accountInfo', done(unproven))
  expect((await browser.visit('/settings/email')).data).toMatchObject({ address: 'a***@example.com', isProven: false })
  fake.answer('sendEmailCode', emailSent())
  expect((await browser.submit('/settings/email', { email: 'ann@example.com' })).location).toBe('/settings/email/bind')
})
