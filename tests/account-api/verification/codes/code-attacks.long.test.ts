import { describe, expect, it } from 'vitest'
import type { Service } from '#account-api/closing/service'
import { type Counter, tally } from '#account-api/kernel/limits/rolling'
import { guessRule } from '#account-api/verification/codes/guesses'
import { checkCode } from '#account-api/verification/codes/proving'
import { type Asker, sendCode } from '#account-api/verification/codes/sending'
import { sentInAll, wrongCodes } from '#account-api/verification/codes/wrong-codes'
import type { Client } from '#contract/client'
import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'
import { CookieJar } from '#contract/wire/cookie-jar'
import {
  atOnce,
  dataOf,
  describeWorlds,
  describeWorldsWith,
  endsOf,
  freshAddress,
  freshEmail,
  freshMobile,
  refusalIn,
  stranger,
  type World,
  worldForTest,
} from '#tests/account-api/worlds/worlds'
import { databases } from '#tests/fixtures/databases/databases'
import { otherThan } from '#tests/fixtures/messages/post-office'

const openPurposes = [
  mobilePurpose.register,
  mobilePurpose.login,
  mobilePurpose.resetPassword,
  mobilePurpose.notSignedIn,
  mobilePurpose.smsAuthorize,
]

const keyOf = (sent: { ok: boolean; data?: object }): string => {
  const { sms_code_key, email_code_key } = (sent.data ?? {}) as Record<string, string | undefined>
  const key = sms_code_key ?? email_code_key
  if (!sent.ok || key === undefined) throw new Error(`not sent: ${JSON.stringify(sent)}`)
  return key
}

/** The service, and how many guesses it has compared with a code. */
const watched = (world: World): { service: Service; judged: () => number } => {
  let judged = 0
  const { codes } = world.storage
  const attempt: typeof codes.attempt = async (slot, guess) => {
    const tried = await codes.attempt(slot, guess)
    if (tried) judged++
    return tried
  }
  const storage = { ...world.storage, codes: { ...codes, attempt } }
  return { service: { ...world.service, storage }, judged: () => judged }
}

const mobileTarget = (to: string, type: number) => ({ channel: 'sms' as const, to, type })

/** Requests a code, and makes five guesses. Its digits are not among them. */
const askAndGuess = async (service: Service, mobile: string, type: number, asker: Asker) => {
  const target = mobileTarget(mobile, type)
  const sent = await sendCode(service, target, asker)
  if (!sent.ok) return sent.code
  const [message] = await service.storage.outbox.newest(mobile, 1)
  const typed = { target, code: otherThan(message?.code ?? ''), named: { key: sent.key } }
  for (let tries = 0; tries < 5; tries++) await checkCode(service, { ...typed, clientAddress: asker.clientAddress })
  return 'sent'
}

const countUp = async (world: World, times: number, counters: () => Counter[]) => {
  const at = world.deployment.now()
  await atOnce(times, () => tally(world.storage, { add: counters() }, at))
}

describeWorlds('attacks on codes on $name', (world) => {
  const login = mobilePurpose.login

  /** Sends a code to sign in by SMS, and returns the inputs that a person types. */
  const asked = async (client: Client, mobile: string) => {
    const sms_code_key = keyOf(await client.sendCode({ mobile, type: login }))
    return { mobile, code: await world.codeTo(mobile), sms_code_key }
  }

  const ask = async (client: Client, to: string) => {
    const asked = { email: to, type: emailPurpose.login }
    return keyOf(await (to.includes('@') ? client.sendEmailCode(asked) : client.sendCode({ mobile: to, type: login })))
  }
  const enter = (client: Client, to: string, code: string, key?: string) =>
    to.includes('@')
      ? client.emailCodeLogin({ email: to, code, email_code_key: key })
      : client.smsLogin({ mobile: to, code, sms_code_key: key })

  it.each(['mobile', 'email'] as const)(
    'security: a stranger types wrong codes for a person’s %s during the sign-in',
    async (kind) => {
      const to = (await world.registerBoth())[kind]
      const [owner, thief] = [world.person(), world.person()]
      const key = await ask(owner, to)
      const code = await world.codeTo(to)
      const thiefs = await ask(thief, to)
      const wrong = otherThan(code)
      for (const given of [thiefs, undefined])
        for (let tries = 0; tries < 6; tries++) await enter(thief, to, wrong, given)
      expect(await enter(thief, to, code, thiefs)).toMatchObject({ code: 'code_locked' })
      expect(await enter(owner, to, wrong, key)).toMatchObject({ code: 'code_wrong', data: { tries_left: 4 } })
      expect(await enter(owner, to, code, key)).toMatchObject({ ok: true })
    },
  )

  it('security: a stranger uses up the codes of every purpose', async () => {
    const { mobile, client: signedIn, jar } = await world.registerMobile()
    const answers = new Set<string>()
    for (const type of openPurposes)
      for (let asked = 0; asked < 12; asked++) {
        const options = { address: freshAddress(), jar: new CookieJar() }
        const sent = await world.insist(options, (client) => client.sendCode({ mobile, type }))
        answers.add(sent.ok ? 'sent' : sent.code)
        world.passMinutes(1)
      }
    expect([...answers].sort()).toEqual(['code_limit_reached', 'sent'])
    expect(await world.messagesTo(mobile)).toBeLessThanOrEqual(31)
    // A browser that has never signed in gets no more codes.
    const refused = await world.person().sendCode({ mobile, type: login })
    expect(refused).toMatchObject({ code: 'code_limit_reached', data: { retry_after: expect.any(Number) } })
    // A signed-in session gets one, without a captcha.
    expect(await signedIn.sendCode({ type: mobilePurpose.verifyOld })).toMatchObject({ ok: true })
    const { sms_code_key } = dataOf(await signedIn.cancelVerifyWay({}))
    world.passMinutes(1)
    expect(await signedIn.sendSecondCode({ sms_code_key, way: 'mobile' })).toMatchObject({ ok: true })
    const second = { sms_code_key, way: 'mobile' as const, code: await world.codeTo(mobile) }
    expect(await signedIn.verifySecond(second)).toMatchObject({ ok: true })
    // The same browser still gets one after signing out, to sign in or to reset the password.
    await world.person({ jar }).logout({})
    const owner = world.person({ jar })
    for (const type of [login, mobilePurpose.resetPassword])
      expect(await owner.sendCode({ mobile, type })).toMatchObject({ ok: true })
    const key = keyOf(await owner.sendCode({ mobile, type: mobilePurpose.notSignedIn }))
    const code = await world.codeTo(mobile)
    const proof = { mobile, code, type: mobilePurpose.notSignedIn, sms_code_key: key }
    expect(await owner.validateCode(proof)).toMatchObject({ ok: true })
  })

  it('security: a botnet of 250 client addresses guesses at one number for a day', async () => {
    const { mobile, jar } = await world.registerMobile()
    const { service, judged } = watched(world)
    for (let nth = 0; nth < 250; nth++) {
      const type = openPurposes[nth % openPurposes.length] ?? login
      await askAndGuess(service, mobile, type, stranger({ isPerson: async () => true }))
      world.passMinutes(4)
    }
    expect(judged()).toBe(guessRule.most)
    const owner = world.person({ jar })
    await owner.logout({})
    expect(await owner.smsLogin(await asked(owner, mobile))).toMatchObject({ ok: true })
    world.passMinutes(28 * 60)
    const elsewhere = world.person()
    expect(await elsewhere.smsLogin(await asked(elsewhere, mobile))).toMatchObject({ ok: true })
  }, 60_000)

  it('security: a browser without codes learns when guesses are checked again', async () => {
    const { mobile } = await world.registerMobile()
    const { service } = watched(world)
    for (let nth = 0; nth < 7; nth++) {
      await askAndGuess(service, mobile, openPurposes[nth % 5] ?? login, stranger({ isPerson: async () => true }))
      world.passMinutes(1)
    }
    const owner = world.person()
    const refused = await owner.smsLogin(await asked(owner, mobile))
    const { field, retry_after: seconds } = refusalIn(refused, 'too_many_wrong_codes')
    expect(field).toBe('code')
    expect(seconds).toBeGreaterThan(20 * 3600)
    expect(seconds).toBeLessThanOrEqual(27 * 3600)
    world.passMinutes(Math.ceil(seconds / 60))
    expect(await owner.smsLogin(await asked(owner, mobile))).toMatchObject({ ok: true })
  })

  it('security: concurrent guesses with many keys are checked at most 30 times', async () => {
    const { mobile } = await world.registerMobile()
    const { service, judged } = watched(world)
    const keys = []
    for (const type of [...openPurposes, ...openPurposes]) {
      const target = mobileTarget(mobile, type)
      const sent = await sendCode(service, target, stranger())
      if (sent.ok) keys.push({ target, named: { key: sent.key } })
      // Each of these codes is valid for ten minutes.
      world.passMinutes(0.75)
    }
    expect(keys).toHaveLength(10)
    const wrong = '000000'
    const guesses = keys.flatMap((typed) =>
      atOnce(5, () => checkCode(service, { ...typed, code: wrong, clientAddress: freshAddress() })),
    )
    await Promise.all(guesses)
    expect(judged()).toBe(guessRule.most)
  })

  it('security: a key of another number or purpose, or an invented key, is used', async () => {
    const [mine, theirs] = [await world.registerMobile(), await world.registerMobile()]
    const person = world.person()
    const key = keyOf(await person.sendCode({ mobile: mine.mobile, type: login }))
    const ownersKey = keyOf(await world.person().sendCode({ mobile: theirs.mobile, type: login }))
    const code = await world.codeTo(theirs.mobile)
    const submit = (sms_code_key: string) => person.smsLogin({ mobile: theirs.mobile, code, sms_code_key })
    expect(await submit(key)).toMatchObject({ code: 'code_expired' })
    expect(await submit('a key of nobody')).toMatchObject({ code: 'code_expired' })
    const reset = { mobile: theirs.mobile, code, password: 'another river', sms_code_key: ownersKey }
    expect(await person.resetPasswordByMobile(reset)).toMatchObject({ code: 'code_expired' })
    // None of these counted as one of the owner’s tries.
    const slot = { channel: 'sms' as const, target: theirs.mobile, purpose: login }
    expect(await world.storage.codes.find(slot, { key: ownersKey })).toMatchObject({ triesLeft: 5, usedAt: null })
    expect(await submit(ownersKey)).toMatchObject({ ok: true })
  })

  it('security: a key and its code are sent twice, and in 20 concurrent calls', async () => {
    const { mobile } = await world.registerMobile()
    const person = world.person()
    const proof = await asked(person, mobile)
    expect(endsOf(await atOnce(20, () => world.person().smsLogin(proof)))).toEqual({ ok: 1, code_used: 19 })
    expect(await person.smsLogin(proof)).toMatchObject({ code: 'code_used' })
  })

  it('security: known and unknown numbers get the same answers, with a key and beyond every limit', async () => {
    const play = async (mobile: string) => {
      const answers = []
      for (let nth = 0; nth < 8; nth++) {
        const person = world.person()
        const type = openPurposes[2 + (nth % 2)] ?? login
        const sent = await person.sendCode({ mobile, type })
        const sms_code_key = keyOf(sent)
        for (let tries = 0; tries < 5; tries++)
          answers.push(await person.validateCode({ mobile, code: '000000', type, sms_code_key }))
        world.passMinutes(1)
      }
      return answers.map((answer) => [answer.ok, !answer.ok && answer.code, 'tries_left' in answer.data && answer.data])
    }
    const { mobile } = await world.registerMobile()
    expect(await play(freshMobile())).toEqual(await play(mobile))
  })
})

describe.each(databases)('spraying codes on $name', (database) => {
  it('security: a botnet of 200 client addresses guesses at 200 numbers', async () => {
    const world = await worldForTest(database)
    const { service, judged } = watched(world)
    const answers: string[] = []
    const attackOne = () => askAndGuess(service, freshMobile(), mobilePurpose.login, stranger())
    for (let nth = 0; nth < 60; nth++) answers.push(await attackOne())
    for (let nth = 60; nth < 200; nth += 20) answers.push(...(await atOnce(20, attackOne)))
    expect(judged()).toBe(300)
    expect(answers.filter((answer) => answer === 'sent')).toHaveLength(60)
    expect(answers.slice(60).every((answer) => answer === 'captcha_required')).toBe(true)
    // Emails have the same brake, and a person passes it with a captcha.
    const email = freshEmail()
    const asked = { email, type: emailPurpose.register }
    expect(await world.person().sendEmailCode(asked)).toMatchObject({ code: 'captcha_required' })
    const options = { address: freshAddress(), jar: new CookieJar() }
    expect(await world.insist(options, (client) => client.sendEmailCode(asked))).toMatchObject({ ok: true })
    // An hour and a half after the last wrong code nobody needs a captcha.
    world.passMinutes(90)
    expect(await world.person().sendEmailCode(asked)).toMatchObject({ ok: true })
  }, 60_000)

  it('happy: while the brake for all accounts is on, a known browser needs no captcha', async () => {
    const world = await worldForTest(database)
    const { mobile, jar } = await world.registerMobile()
    await countUp(world, 300, () => wrongCodes(freshAddress()))
    await world.person({ jar }).logout({})
    const asked = { mobile, type: mobilePurpose.login }
    expect(await world.person().sendCode(asked)).toMatchObject({ code: 'captcha_required' })
    expect(await world.person({ jar }).sendCode(asked)).toMatchObject({ ok: true })
  })

  it('happy: wrong codes trigger no brake if many more codes were sent', async () => {
    const world = await worldForTest(database)
    await countUp(world, 300, () => wrongCodes(freshAddress()))
    const ask = () => world.person().sendCode({ mobile: freshMobile(), type: mobilePurpose.login })
    expect(await ask()).toMatchObject({ code: 'captcha_required' })
    // A large deployment, where every fifth code is typed wrong.
    await countUp(world, 1200, () => [sentInAll])
    expect(await ask()).toMatchObject({ ok: true })
  })

  it('security: one client address, or one network, guesses at number after number', async () => {
    const world = await worldForTest(database)
    const { service, judged } = watched(world)
    const guessFrom = (clientAddress: string) =>
      askAndGuess(service, freshMobile(), mobilePurpose.login, stranger({ clientAddress }))
    const fromOne = []
    for (let nth = 0; nth < 5; nth++) fromOne.push(await guessFrom('198.51.100.7'))
    expect(fromOne).toEqual(['sent', 'sent', 'captcha_required', 'captcha_required', 'captcha_required'])
    expect(judged()).toBe(10)
    const fromNetwork = []
    for (let nth = 0; nth < 20; nth++) fromNetwork.push(await guessFrom(`2001:db8:77:${nth.toString(16)}::1`))
    expect(fromNetwork.filter((answer) => answer === 'sent')).toHaveLength(10)
    expect(fromNetwork.at(-1)).toBe('captcha_required')
  })
})

const reserved = '+8613800000000'

describeWorldsWith({ testCodes: new Map([[reserved, '123456']]) })('fixed codes on $name', (world) => {
  /** Requests the fixed code and types one, this often. Returns the last attempt. */
  const enterFixed = async (client: Client, code: string, times = 1) => {
    const sms_code_key = keyOf(await client.sendCode({ mobile: reserved, type: mobilePurpose.login }))
    const enter = () => client.smsLogin({ mobile: reserved, code, sms_code_key })
    for (let tries = 1; tries < times; tries++) await enter()
    return enter()
  }

  it('security: a stranger guesses at a fixed code and asks for it again and again', async () => {
    const { service, judged } = watched(world)
    const target = mobileTarget(reserved, mobilePurpose.login)
    const answers = new Set<string>()
    for (let round = 0; round < 20; round++) {
      const sent = await sendCode(service, target, stranger())
      const named = sent.ok ? { key: sent.key } : undefined
      for (let tries = 0; tries < 5; tries++) {
        const guess = await checkCode(service, { target, code: '000000', named, clientAddress: freshAddress() })
        if (!guess.ok) answers.add(guess.code)
      }
    }
    expect(judged()).toBe(guessRule.mostAtFixed)
    expect([...answers].sort()).toEqual(['code_locked', 'code_wrong', 'too_many_wrong_codes'])
    world.passMinutes(28 * 60)
    expect(await enterFixed(world.person(), '123456')).toMatchObject({ ok: true })
  })

  it('happy: right codes are not counted, no message has one, and a browser that has signed in continues despite guesses', async () => {
    const jar = new CookieJar()
    const signIn = async () => {
      const entered = await enterFixed(world.person({ jar }), '123456')
      await world.person({ jar }).logout({})
      return entered
    }
    for (let round = 0; round < 8; round++) expect(await signIn()).toMatchObject({ ok: true })
    await enterFixed(world.person(), '000000', 5)
    expect(await signIn()).toMatchObject({ ok: true })
    expect(await world.messagesTo(reserved)).toBe(0)
  })
})
