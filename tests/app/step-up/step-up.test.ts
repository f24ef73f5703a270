import { afterEach, describe, expect, it, vi } from 'vitest'
import { headerNames } from '#contract/wire/headers'
import { done, emailSent, infoOf, refuse, signedIn, smsSent, threeWays } from '#tests/app/browser/answers'
import {
  errorsAt,
  expectRedirect,
  expectTexts,
  formOf,
  type Landed,
  openBrowser,
  refusedAt,
  withFakeAccountApi,
  withoutVisit,
} from '#tests/app/browser/browser'
import { signedInBrowser } from '#tests/app/browser/person'
import type { StepUp } from '~/forms/step-up/step-up'
import { translator } from '~/i18n/texts'
import { challenge, decision, isProven, openedSoFar, type Subtype, solved } from './challenges'

const fake = withFakeAccountApi()
afterEach(() => vi.useRealTimers())

const passMinutes = (minutes: number) => {
  const now = Date.now() + minutes * 60_000
  vi.useFakeTimers({ now, toFake: ['Date'] })
}

const typed = { account: ' Ann Moonriver ', password: ' correct horse ' }
const read = { account: 'Ann Moonriver', password: ' correct horse ' }

const stepUpOf = (landed: Landed): StepUp => {
  const { stepUp } = formOf(landed)
  if (!stepUp) throw new Error(`no step-up: ${JSON.stringify(landed.data)}`)
  return stepUp
}

/** A browser that shows a captcha after a sign-in form. */
const challenged = async (subtype: Subtype = 'text', browser = openBrowser()) => {
  fake.answer('accountLoginV2', (call) => (isProven(call) ? signedIn() : decision(subtype)))
  fake.answers({ getCaptcha: () => challenge(subtype), verifyCaptcha: done({ captcha_ticket: solved }) })
  const landed = await browser.submit('/login', typed)
  const { parked } = stepUpOf(landed)
  const send = (fields: Record<string, string>, path = '/login') => browser.submit(path, { parked, ...fields })
  return { browser, landed, parked, send }
}

const goesOn = (landed: Landed) => expectRedirect(landed, '/settings')

describe('a captcha', () => {
  it('happy: a captcha replaces the form, which is parked unreadably', async () => {
    const { landed, parked } = await challenged()
    expect(landed.status).toBe(200)
    expect(stepUpOf(landed)).toMatchObject({ kind: 'captcha', subtype: 'text', errors: [] })
    expect(parked).toMatch(/^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/)
    const everything = JSON.stringify(landed.data) + Buffer.from(parked, 'base64url').toString('latin1')
    for (const secret of ['Ann Moonriver', 'correct horse', 'decision-of-a-test'])
      expect(everything, secret).not.toContain(secret)
  })

  it.each<Subtype>(['text', 'slide', '3d', 'whirl'])(
    'happy: a captcha of the type %s first offers a task that needs no picture',
    async (subtype) => {
      const { browser } = await challenged(subtype)
      const { main } = await browser.show('/login', { fields: typed })
      const texts = ['/login/verify/sound', 'id="task"', 'name="text"', 'href="/account-help"']
      const places = texts.map((text) => main.indexOf(text))
      expect(places[0]).toBeGreaterThan(0)
      expect(places).toEqual([...places].sort((one, other) => one - other))
    },
  )

  it.each<[Subtype, string, object]>([
    ['text', 'text= ax7kp ', { text: 'ax7kp' }],
    ['slide', 'answer.x=71&answer.y=32', { point: { x: 71, y: 32 } }],
    ['3d', 'answer.x=71&answer.y=0', { point: { x: 71, y: 0 } }],
    ['whirl', 'number=3&number=11', { numbers: [3, 11] }],
    ['3d', 'text=123 456&answer.x=0&answer.y=0', { text: '123 456' }],
  ])('happy: a captcha of the type %s, solved by %j, retries the sign-in', async (subtype, answer, expected) => {
    const { browser, parked } = await challenged(subtype)
    const fields = [...new URLSearchParams(answer)]
    goesOn(await browser.submit('/login', [['parked', parked], ...fields]))
    expect(fake.inputsOf('verifyCaptcha')).toEqual([{ id: `challenge-of-a-test-${openedSoFar()}`, ...expected }])
    expect(fake.inputsOf('accountLoginV2')).toMatchObject([read, read])
    const tickets = fake.received
      .filter(({ name }) => name === 'accountLoginV2')
      .map(({ headers }) => headers.get(headerNames.captchaTicket))
    expect(tickets).toEqual([null, solved])
  })

  it.each([
    [3059, 'text'],
    [3060, '3d'],
    [99996, 'whirl'],
    [10_000, 'slide'],
  ] as const)('happy: a decision that is only the code %i opens %s, and is retried', async (code, subtype) => {
    fake.answer('accountLoginV2', (call) =>
      isProven(call) ? signedIn() : refuse('captcha_required', { decision: { code } }),
    )
    fake.answers({ getCaptcha: () => challenge({ code }), verifyCaptcha: done({ captcha_ticket: solved }) })
    const browser = openBrowser()
    const landed = await browser.submit('/login', typed)
    const { parked, ...shown } = stepUpOf(landed)
    expect(shown).toMatchObject({ kind: 'captcha', subtype, code, errors: [] })
    expect(fake.inputsOf('getCaptcha')).toEqual([{ code }])
    goesOn(await browser.submit('/login', { parked, text: 'right' }))
    expect(fake.received.filter(({ name }) => name === 'accountLoginV2').map(isProven)).toEqual([false, true])
  })

  it('error: if no challenge can be opened for a code, the form shows the failure', async () => {
    fake.answer('accountLoginV2', refuse('captcha_required', { decision: { code: 3059 } }))
    fake.answer('getCaptcha', refuse('captcha_over', {}))
    const landed = await openBrowser().submit('/login', typed)
    expect(formOf(landed).stepUp).toBeUndefined()
    expect(refusedAt(landed, '')).toEqual([translator('en')('error.captcha_required')])
    expect(formOf(landed).initialValue).toEqual({ account: ' Ann Moonriver ' })
  })

  it('happy: the return address is kept', async () => {
    const { browser } = await challenged()
    const path = '/login?next=%2Fsettings%2Fx'
    const { parked } = stepUpOf(await browser.submit(path, typed))
    expect((await browser.submit(path, { parked, text: 'x' })).location).toBe('/settings/x')
  })

  it('happy: each subtype has its task, in the person’s language', async () => {
    const task = async (subtype: Subtype, language: string) => {
      const { landed } = await challenged(subtype, openBrowser({ language }))
      const stepUp = stepUpOf(landed)
      return stepUp.kind === 'captcha' ? stepUp.task : ''
    }
    expect(await task('3d', 'en')).toBe('Click the smaller cone in the picture.')
    const tasks = []
    for (const subtype of ['text', 'slide', 'whirl', '3d'] as const) tasks.push(await task(subtype, 'zh-CN'))
    expect(new Set(tasks).size).toBe(4)
    for (const each of tasks) expect(each).toMatch(/^[^a-z{}]+$/)
  })

  it('error: a wrong answer shows the same challenge and the remaining tries', async () => {
    const { send } = await challenged()
    fake.answer('verifyCaptcha', refuse('captcha_wrong', { tries_left: 1 }))
    const landed = await send({ text: 'wrong' })
    expect(landed.status).toBe(422)
    expect(stepUpOf(landed)).toMatchObject({
      id: `challenge-of-a-test-${openedSoFar()}`,
      errors: [{ name: 'text', text: 'Wrong answer. You can try 1 more time.' }],
    })
    expect(fake.inputsOf('getCaptcha')).toHaveLength(1)
    fake.answer('verifyCaptcha', done({ captcha_ticket: solved }))
    goesOn(await send({ parked: stepUpOf(landed).parked, text: 'right' }))
  })

  it.each([
    ['the last wrong answer', refuse('captcha_wrong', { tries_left: 0 }), /Wrong answer. Here is another/],
    ['an answer that came too late', refuse('captcha_over', {}), /no longer worked/],
  ])('error: after %s, the page shows another picture', async (_, outcome, text) => {
    const { send } = await challenged()
    const before = openedSoFar()
    fake.answer('verifyCaptcha', outcome)
    const landed = await send({ text: 'wrong' })
    const stepUp = stepUpOf(landed)
    expect(landed.status).toBe(422)
    expect(stepUp).toMatchObject({ id: `challenge-of-a-test-${before + 1}` })
    expect(stepUp.errors).toEqual([{ name: '', text: expect.stringMatching(text) }])
    expect(fake.inputsOf('getCaptcha')).toEqual(Array(2).fill({ decision: 'decision-of-a-test-0001' }))
  })

  it.each([
    ['nothing', {}],
    ['spaces', { text: ' \u3000 ' }],
    ['the corner that the Enter key clicks', { 'answer.x': '0', 'answer.y': '0' }],
    ['a button without an answer', { answer: 'Continue' }],
  ])('error: a form with %s contains no answer and uses no try', async (_, fields) => {
    const { send } = await challenged('slide')
    const landed = await send(fields as Record<string, string>)
    expect(landed.status).toBe(422)
    expect(stepUpOf(landed)).toMatchObject({
      id: `challenge-of-a-test-${openedSoFar()}`,
      errors: [{ name: 'answer', text: 'Solve the picture, or enter the 6\u00A0digits that you hear' }],
    })
    expect(fake.inputsOf('verifyCaptcha')).toEqual([])
  })

  it('happy: the button for another picture opens another challenge, and no error is shown', async () => {
    const { send } = await challenged()
    const before = openedSoFar()
    const landed = await send({ another: 'Another picture', text: 'x' })
    expect(landed.status).toBe(200)
    expect(stepUpOf(landed)).toMatchObject({ id: `challenge-of-a-test-${before + 1}`, errors: [] })
    expect(fake.inputsOf('verifyCaptcha')).toEqual([])
    expect(fake.inputsOf('accountLoginV2')).toHaveLength(1)
  })

  it('happy: letters are shown on request, and again after a wrong answer', async () => {
    const { browser, parked } = await challenged('slide')
    const decided = 'decision-of-a-test-0001'
    const asked = stepUpOf(await browser.submit('/login', { parked, letters: 'Letters to type instead' }))
    await browser.submit('/login', { parked: asked.parked, another: 'Another picture' })
    expect(fake.inputsOf('getCaptcha').slice(1)).toEqual(Array(2).fill({ decision: decided, subtype: 'text' }))
  })

  it('happy: a person who waited sends the form without an answer; pressing too early keeps it', async () => {
    const { browser, parked } = await challenged('slide')
    const { main } = await browser.show('/login', { fields: typed })
    expectTexts(main, { shown: ['wait 5\u00A0minutes, then press the button below', 'name="waited"'] })
    fake.answer('verifyCaptcha', refuse('too_many_requests', { retry_after: 61 }))
    const early = await browser.submit('/login', { parked, waited: 'I have waited' })
    const text = 'Wait 2\u00A0minutes, then press “I have waited”. What you entered is kept.'
    expect(stepUpOf(early).errors).toEqual([{ name: '', text }])
    fake.answer('verifyCaptcha', done({ captcha_ticket: solved }))
    goesOn(await browser.submit('/login', { parked: stepUpOf(early).parked, waited: 'I have waited' }))
    expect(fake.inputsOf('verifyCaptcha')).toEqual(Array(2).fill({ decision: 'decision-of-a-test-0001' }))
  })

  it('happy: the other methods keep the return address, and so does their help page', async () => {
    await challenged()
    const next = '?next=%2Flogin%2Finvitation'
    const { main } = await openBrowser().show(`/login${next}`, { fields: typed })
    expect(main).toContain(`href="/account-help${next}"`)
    const help = (await openBrowser().show(`/account-help${next}`)).main
    for (const path of ['/login', '/account-help/password']) expect(help).toContain(`href="${path}${next}"`)
  })

  it('error: after the decision expired, the retried form gets a new one', async () => {
    const { send } = await challenged()
    let asked = 0
    fake.answer('getCaptcha', () => {
      asked += 1
      return asked === 1 ? refuse('captcha_over', {}) : challenge()
    })
    const landed = await send({ another: 'Another picture' })
    expect(stepUpOf(landed)).toMatchObject({ kind: 'captcha', id: `challenge-of-a-test-${openedSoFar()}` })
    expect(fake.inputsOf('accountLoginV2')).toHaveLength(2)
  })

  it('happy: closing the captcha shows the form with its typed values but no password, and rejects without description', async () => {
    const { send } = await challenged()
    const landed = await send({ close: 'Back to the form' })
    expect(landed.status).toBe(200)
    expect(formOf(landed)).toMatchObject({ closed: '', initialValue: { account: ' Ann Moonriver ' }, error: {} })
    expect(formOf(landed).stepUp).toBeUndefined()
    expect(JSON.stringify(landed.data)).not.toContain('correct horse')
    expect(fake.inputsOf('accountLoginV2')).toHaveLength(1)
  })

  it('error: a retried form may need a second captcha', async () => {
    const { send } = await challenged()
    fake.answer('accountLoginV2', decision())
    expect(stepUpOf(await send({ text: 'right' })).kind).toBe('captcha')
  })
})

describe('a captcha in the middle of a flow', () => {
  it('happy: if the second of two codes needs a captcha, the retry of the first causes no error', async () => {
    fake.answers({ sendCode: smsSent(), sendEmailCode: (call) => (isProven(call) ? emailSent() : decision('slide')) })
    fake.answers({ getCaptcha: () => challenge('slide'), verifyCaptcha: done({ captcha_ticket: solved }) })
    const browser = openBrowser()
    const path = '/login/register/both'
    const typedBoth = { mobile: '138 0000 0001', region: 'CN', email: 'ann@example.com' }
    const { parked } = stepUpOf(await browser.submit(path, typedBoth))
    fake.answer('sendCode', refuse('resend_too_soon', { retry_after: 55 }))
    const landed = await browser.submit(path, { parked, 'answer.x': '5', 'answer.y': '6' })
    expectRedirect(landed, '/login/register/both/code')
    expect(fake.inputsOf('sendCode')).toHaveLength(2)
    expect(fake.inputsOf('sendEmailCode')).toHaveLength(2)
  })
})

const key = 'key-of-a-second-verification'
const path = '/settings/addresses'

describe('a second verification', () => {
  const app = { way: 'authenticator' as const, masked: '' }
  const stale = refuse('second_verification_required', {
    sms_code_key: key,
    ways: [...threeWays, app],
  })
  const fresh = done(infoOf({ mobile: '+8613800000001', email: 'ann@xn--fsqu00a.com', email_verified: true }))
  const sent = done({ retry_after: 60, masked: 'x' })
  const proven = done({ verify_ticket: 'ticket-of-a-proof-00001' })

  const asked = async () => {
    const browser = await signedInBrowser(fake)
    fake.answer('accountInfo', stale)
    fake.answer('verifySecond', () => {
      fake.answer('accountInfo', fresh)
      return proven
    })
    fake.answer('sendSecondCode', sent)
    const landed = await browser.submit(path)
    let { parked } = stepUpOf(landed)
    const send = async (fields: Record<string, string>) => {
      const next = await browser.submit(path, { parked, ...fields })
      parked = formOf(next).stepUp?.parked ?? parked
      return next
    }
    return { browser, landed, send }
  }

  const isShown = (landed: Landed) =>
    expect(landed).toMatchObject({ status: 200, data: { mobile: '+86 138 0000 0001', email: 'ann@例子.com' } })

  it.each([
    [false, 'stepUp.second.why'],
    [true, 'stepUp.second.why_more'],
  ])('happy: the page says whether a fresh proof or another factor is missing: %j', async (lacks_another, why) => {
    const browser = await signedInBrowser(fake)
    const ways = [{ way: 'email' as const, masked: 'a***@example.com' }, app]
    fake.answer('accountInfo', refuse('second_verification_required', { sms_code_key: key, ways, lacks_another }))
    const shown = [translator('en')(why), 'Use my authenticator app']
    expectTexts((await browser.show(path, { fields: {} })).main, { shown })
  })

  it.each([
    ['mobile', '+86 138****0001'],
    ['email', 'a***@example.com'],
  ] as const)('happy: a code to the %s is accepted, and the form continues automatically', async (way, masked) => {
    const { landed, send } = await asked()
    expect(stepUpOf(landed)).toMatchObject({ kind: 'second', chosen: null, errors: [] })
    const sent = await send({ [`send_${way}`]: 'Send' })
    for (const { data } of [landed, sent]) expect(JSON.stringify(data)).not.toContain(key)
    expect(stepUpOf(sent)).toMatchObject({ chosen: { way, masked, waitSeconds: 60 }, errors: [] })
    isShown(await send({ way, code: '１２３ 456', answer: 'Continue' }))
    expect(fake.inputsOf('sendSecondCode')).toEqual([{ sms_code_key: key, way }])
    expect(fake.inputsOf('verifySecond')).toEqual([{ sms_code_key: key, way, code: '123456' }])
  })

  it.each([
    ['password', 'password', ' correct horse '],
    ['authenticator', 'code', '123456'],
  ])('happy: what was typed for the %s is sent, and the form continues', async (way, name, typed) => {
    const { send } = await asked()
    expect(stepUpOf(await send({ [`use_${way}`]: 'x' }))).toMatchObject({ chosen: { way } })
    isShown(await send({ way, [name]: typed, answer: 'Continue' }))
    expect(fake.inputsOf('verifySecond')).toMatchObject([{ way, code: typed }])
  })

  it('happy: a code that was sent a moment ago still works, and the page shows how long to wait for another', async () => {
    const { send } = await asked()
    fake.answer('sendSecondCode', refuse('resend_too_soon', { retry_after: 42 }))
    expect(stepUpOf(await send({ send_mobile: 'Send' }))).toMatchObject({
      chosen: { way: 'mobile', waitSeconds: 42 },
      errors: [],
    })
  })

  it.each([
    ['code_wrong', { field: 'code', tries_left: 2 }, 'This code is wrong. You have 2\u00A0tries left.'],
    [
      'code_wrong',
      { field: 'code', tries_left: 2, is_earlier: true },
      'This is the code of an earlier request. Enter the code from the newest message. You have 2\u00A0tries left.',
    ],
    ['code_wrong', { field: 'code', tries_left: 1 }, 'This code is wrong. You have 1\u00A0try left.'],
    ['code_expired', { field: 'code' }, 'This code no longer works. Ask for a new one.'],
    ['wrong_credentials', {}, 'This is not the password of your account. Try again.'],
  ] as const)('error: %s %j is reported where the proof is requested, and not again', async (code, data, text) => {
    const { send } = await asked()
    const way = code === 'wrong_credentials' ? 'password' : 'mobile'
    const name = way === 'password' ? 'password' : 'code'
    await send(way === 'password' ? { use_password: 'x' } : { send_mobile: 'Send' })
    fake.answer('verifySecond', refuse(code, data as never))
    const landed = await send({ way, [name]: '654321', answer: 'Continue' })
    expect(landed.status).toBe(422)
    expect(stepUpOf(landed)).toMatchObject({ chosen: { way }, errors: [{ name, text }] })
    expect(JSON.stringify(landed.data)).not.toContain('654321')
  })

  it('error: the wait for another code stays visible after a wrong code, until it is over', async () => {
    const { send } = await asked()
    const chosenIn = (landed: Landed) => formOf(landed).stepUp as { chosen: { waitSeconds: number; againAt: number } }
    const { againAt } = chosenIn(await send({ send_mobile: 'Send' })).chosen
    fake.answer('verifySecond', refuse('code_wrong', { field: 'code', tries_left: 2 }))
    const wrong = { way: 'mobile', code: '654321', answer: 'Continue' }
    const { chosen } = chosenIn(await send({ ...wrong, again_at: String(againAt) }))
    expect(chosen.waitSeconds).toBeGreaterThan(0)
    expect(chosen.waitSeconds).toBeLessThanOrEqual(60)
    for (const again_at of [String(Date.now() - 1000), '0', '', 'x', '1e300', '-1'])
      expect(chosenIn(await send({ ...wrong, again_at })).chosen, again_at).toMatchObject({ waitSeconds: 0 })
  })

  it.each([
    ['code_locked', { field: 'code', retry_after: 42 }],
    ['too_many_wrong_codes', { field: 'code', retry_after: 7200 }],
  ] as const)('error: after %s no code is accepted, and every method can be chosen', async (code, data) => {
    const { send } = await asked()
    await send({ send_mobile: 'Send' })
    fake.answer('verifySecond', refuse(code, data as never))
    const landed = await send({ way: 'mobile', code: '654321', answer: 'Continue' })
    expect(landed.status).toBe(422)
    expect(stepUpOf(landed)).toMatchObject({ chosen: null, errors: [{ name: '' }] })
  })

  it('error: a limit of codes shows the wait in hours', async () => {
    const { send } = await asked()
    fake.answer('sendSecondCode', refuse('code_limit_reached', { retry_after: 86_400 }))
    const landed = await send({ send_email: 'Send' })
    expect(stepUpOf(landed)).toMatchObject({ chosen: null })
    expect(stepUpOf(landed).errors).toEqual([{ name: '', text: expect.stringContaining('24\u00A0hours') }])
    expect(stepUpOf(await send({ way: 'email', send_email: 'Again' }))).toMatchObject({ chosen: { way: 'email' } })
  })

  it.each([
    ['', 'Enter the code from the SMS'],
    ['12345', 'The code is 6\u00A0digits'],
    ['１２３４５６７', 'The code is 6\u00A0digits'],
    ['x'.repeat(60_000), 'The code is digits only, and yours has “x” in it. Check that you copied the code itself.'],
  ])('error: %.10s is not a code, uses no try, and comes back for correction', async (code, text) => {
    const { send } = await asked()
    const landed = await send({ way: 'mobile', code, answer: 'Continue' })
    expect(stepUpOf(landed)).toMatchObject({ chosen: { way: 'mobile' }, errors: [{ name: 'code', text }] })
    expect(stepUpOf(landed).typed?.code ?? '').toBe(code.slice(0, 40))
    expect(fake.inputsOf('verifySecond')).toEqual([])
  })

  it('error: an impossible password uses no try', async () => {
    const { send } = await asked()
    for (const password of ['', 'x'.repeat(1025)])
      expect(stepUpOf(await send({ way: 'password', password })).errors).toHaveLength(1)
    expect(fake.inputsOf('verifySecond')).toEqual([])
  })

  it('error: after the key has expired, the retried form gets a new one', async () => {
    const { send } = await asked()
    fake.answer('verifySecond', refuse('ticket_refused', {}))
    expect(stepUpOf(await send({ way: 'mobile', code: '123456' }))).toMatchObject({ kind: 'second', chosen: null })
    expect(fake.inputsOf('accountInfo')).toHaveLength(2)
  })

  it('error: an ended session redirects to the sign-in with a return address', async () => {
    const { send } = await asked()
    fake.answers({ verifySecond: refuse('not_signed_in', {}), accountInfo: refuse('not_signed_in', {}) })
    const landed = await send({ way: 'mobile', code: '123456' })
    expect(withoutVisit(landed.location)).toBe('/login?next=%2Fsettings%2Faddresses&notice=sign_in_again')
  })

  it.each([
    ['sending', { send_mobile: 'Send' }, 'sendSecondCode', sent],
    ['the password', { way: 'password', password: 'correct horse' }, 'verifySecond', proven],
  ] as const)('happy: a captcha for %s also continues automatically', async (_, fields, call, outcome) => {
    const { send } = await asked()
    fake.answer(call, (received) => (isProven(received) ? (outcome as never) : decision()))
    fake.answers({ getCaptcha: () => challenge(), verifyCaptcha: done({ captcha_ticket: solved }) })
    const landed = await send({ ...fields })
    expect(stepUpOf(landed).kind).toBe('captcha')
    expect(JSON.stringify(landed.data)).not.toContain('correct horse')
    expect(stepUpOf(await send({ text: 'right' })).kind).toBe('second')
    expect(fake.inputsOf(call)).toHaveLength(2)
    expect(fake.inputsOf(call)[1]).toEqual(fake.inputsOf(call)[0])
  })

  it('security: a method that was not offered makes no call', async () => {
    const { send } = await asked()
    const landed = await send({ way: '__proto__', code: '123456' })
    expect(stepUpOf(landed)).toMatchObject({ chosen: null, errors: [] })
    expect(fake.inputsOf('verifySecond')).toEqual([])
  })
})

describe('a second verification that names no ways', () => {
  const asked = async () => {
    const browser = await signedInBrowser(fake)
    const wayless = refuse('second_verification_required', { sms_code_key: key, ways: [] })
    fake.answer('accountInfo', (call) => (isProven(call) ? done(infoOf({ mobile: '+8613800000001' })) : wayless))
    fake.answers({ getCaptcha: () => challenge('slide'), verifyCaptcha: done({ captcha_ticket: solved }) })
    const landed = await browser.submit(path)
    const { parked } = stepUpOf(landed)
    return { landed, send: (fields: object) => browser.submit(path, { parked, ...fields }) }
  }

  it('happy: the page shows the slider with its key, and the retry carries its ticket', async () => {
    const { landed, send } = await asked()
    expect(stepUpOf(landed)).toMatchObject({ kind: 'captcha', subtype: 'slide', errors: [] })
    expect(fake.inputsOf('getCaptcha')).toEqual([{ decision: key }])
    expect(JSON.stringify(landed.data)).not.toContain(key)
    const shown = await send({ 'answer.x': '5', 'answer.y': '6' })
    expect(shown).toMatchObject({ status: 200, data: { mobile: '+86 138 0000 0001' } })
    expect(fake.received.filter(({ name }) => name === 'accountInfo').map(isProven)).toEqual([false, true])
  })

  it('happy: closing the slider rejects with SECOND_VALID', async () => {
    const { send } = await asked()
    const landed = await send({ close: 'Back' })
    expect(landed.status).toBe(200)
    expect(formOf(landed)).toMatchObject({ closed: 'SECOND_VALID', error: {} })
  })

  it('error: if no challenge can be opened for the key, the form shows the failure', async () => {
    const { send } = await asked()
    fake.answer('getCaptcha', refuse('captcha_over', {}))
    const landed = await send({ another: 'Another picture' })
    expect(refusedAt(landed, '')).toEqual([translator('en')('error.second_verification_impossible')])
  })
})

describe('a parked form', () => {
  const isExpired = (landed: Landed) => {
    expect(refusedAt(landed, '')).toEqual(['That took too long, so nothing was sent. Please fill in the form again.'])
    expect(formOf(landed).initialValue ?? {}).toEqual({})
    expect(fake.inputsOf('accountLoginV2')).toHaveLength(1)
    expect(fake.inputsOf('verifyCaptcha')).toEqual([])
  }

  it.each(['', '.', '....', 'x', 'null', 'eyJhbGciOiJkaXIifQ..AAAA.AAAA.AAAA', 'é\u0000', 'A'.repeat(60_000)])(
    'security: the parked form %.20j is refused',
    async (parked) => {
      const { send } = await challenged()
      isExpired(await send({ parked, text: 'x' }))
    },
  )

  it('security: a value that was sealed for another purpose is refused', async () => {
    const { browser, send } = await challenged()
    const others = [...browser.jar].filter(([name]) => name.startsWith('butterfly_'))
    expect(others.length).toBeGreaterThan(0)
    for (const [, value] of others) isExpired(await send({ parked: value, text: 'x' }))
  })

  it('security: a parked form is refused at another page', async () => {
    const { browser, parked } = await challenged()
    const landed = await browser.submit('/login/email/password', { parked, text: 'x' })
    isExpired(landed)
    expect(JSON.stringify(landed.data)).not.toContain('Ann Moonriver')
  })

  it('security: a parked form is refused in another browser', async () => {
    const { parked } = await challenged()
    isExpired(await openBrowser().submit('/login', { parked, close: 'Back' }))
  })

  it('security: a parked form is not opened without the form token', async () => {
    const { browser, parked } = await challenged()
    for (const token of ['', 'forged', openBrowser().formToken()]) {
      const landed = await browser.submit('/login', { parked, close: 'Back' }, { token })
      expect(landed.status).toBe(403)
      expect(errorsAt(landed, '')).toHaveLength(1)
      expect(formOf(landed).initialValue ?? {}).toEqual({})
    }
    expect(fake.inputsOf('verifyCaptcha')).toEqual([])
  })

  it('error: a parked form expires after fifteen minutes', async () => {
    const { send } = await challenged()
    passMinutes(14.9)
    expect(formOf(await send({ close: 'Back' }))).toMatchObject({ closed: '' })
    passMinutes(0.2)
    isExpired(await send({ close: 'Back' }))
  })

  it('security: a parked form posted again after the retry proves nothing: the captcha has ended', async () => {
    const { browser, send } = await challenged()
    const jar = new Map(browser.jar)
    goesOn(await send({ text: 'right' }))
    // The second of two clicks has the cookies of the first.
    for (const [name] of browser.jar) browser.jar.delete(name)
    for (const [name, value] of jar) browser.jar.set(name, value)
    fake.answer('verifyCaptcha', refuse('captcha_over', {}))
    const landed = await send({ text: 'right' })
    expect(stepUpOf(landed).errors).toHaveLength(1)
    expect(fake.inputsOf('accountLoginV2')).toHaveLength(2)
  })

  it('security: a captcha ticket posted by the browser is not a proof', async () => {
    const { browser } = await challenged()
    const landed = await browser.submit('/login', { ...typed, captcha_ticket: solved, captchaTicket: solved })
    expect(stepUpOf(landed).kind).toBe('captcha')
  })

  it('security: extra posted fields are not added to the parked form', async () => {
    const { send } = await challenged()
    goesOn(await send({ text: 'right', account: 'eve', password: 'of eve', kick_other: '1' }))
    expect(fake.inputsOf('accountLoginV2')[1]).toMatchObject({ ...read, kick_other: 0 })
  })
})

describe('hostile answers', () => {
  const file = (text: string) => new File([text], text)
  const hostile: [string, string | [string, File][]][] = [
    ['x and y that are no numbers', 'answer.x=NaN&answer.y=x'],
    ['one coordinate alone', 'answer.x=12'],
    ['huge coordinates', `answer.x=${'9'.repeat(400)}&answer.y=1e308`],
    ['coordinates beyond exact numbers', 'answer.x=9007199254740993&answer.y=9007199254740993'],
    ['negative coordinates', 'answer.x=-5&answer.y=-9007199254740991'],
    ['1,000 numbers', Array.from({ length: 1000 }, (_, at) => `number=${at}`).join('&')],
    ['numbers that are none', 'number=NaN&number=1e999&number=0.5&number='],
    ['60 kB of text', `text=${'a'.repeat(60_000)}`],
    ['text cut in the middle of a character', `text=${'a'.repeat(39)}😀😀`],
    ['NUL and line ends', 'text=a%00b%0D%0Ac'],
    ['files', ['text', 'number', 'answer.x'].map((name) => [name, file('1')])],
    ['every button at once', 'answer=a&another=a&send_mobile=a&use_password=a&way=mobile'],
  ]

  it.each(hostile)('security: a hostile answer does no harm: %s', async (_, answer) => {
    const fields = typeof answer === 'string' ? new URLSearchParams(answer) : answer
    for (const subtype of ['text', 'slide', 'whirl', '3d'] as const) {
      const { browser, parked } = await challenged(subtype)
      fake.answer('verifyCaptcha', refuse('captcha_wrong', { tries_left: 2 }))
      const landed = await browser.submit('/login', [['parked', parked], ...fields])
      expect(stepUpOf(landed).kind).toBe('captcha')
      expect(landed.status).toBeLessThan(500)
    }
    expect(fake.inputsOf('accountLoginV2')).toHaveLength(4)
  })

  it('security: the first of two values counts, and a file is refused', async () => {
    const { browser, parked } = await challenged()
    const two = await browser.submit('/login', [
      ['parked', parked],
      ['parked', 'x'],
      ['close', 'Back'],
    ])
    expect(formOf(two).closed).toBe('')
    expect((await browser.submit('/login', [['parked', new File([parked], 'parked')]])).status).toBe(422)
  })

  it('security: a form with 60 kB that no schema reads can still be parked', async () => {
    const { browser } = await challenged()
    const many = Array.from({ length: 12 }, (): [string, string] => ['number', '1'])
    const landed = await browser.submit('/login', [...Object.entries(typed), ['other', 'a'.repeat(60_000)], ...many])
    const { parked } = stepUpOf(landed)
    expect(parked.length).toBeLessThan(32 * 1024)
    goesOn(await browser.submit('/login', { parked, text: 'right' }))
  })
})
