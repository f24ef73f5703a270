import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { count as countOf } from '#account-api/kernel/limits/limits'
import { slidePuzzle } from '#account-api/verification/captchas/pictures/slide-puzzle'
import { solidsPuzzle } from '#account-api/verification/captchas/pictures/solids-puzzle'
import { speak } from '#account-api/verification/captchas/pictures/speech'
import { textPuzzle } from '#account-api/verification/captchas/pictures/text-puzzle'
import { whirlPuzzle } from '#account-api/verification/captchas/pictures/whirl-puzzle'
import { soundOf } from '#account-api/verification/captchas/sound'
import type { Client } from '#contract/client'
import { captchaSubtypeOf } from '#contract/verification/captchas'
import { CookieJar } from '#contract/wire/cookie-jar'
import { maskedMobile } from '#tests/account-api/addresses/binding/bindings'
import { signed } from '#tests/account-api/calls/signed'
import { atOnce, dataOf, describeWorlds, endsOf, freshMobile, verifyByPassword } from '#tests/account-api/worlds/worlds'
import { otherThan } from '#tests/fixtures/messages/post-office'
import { decisionFor, decisionIn, openedFor, solvedFor } from './captchas'

describe('captcha subtypes by code', () => {
  it.each([
    [3059, 'text'],
    [3060, '3d'],
    [99996, 'whirl'],
    [3061, 'slide'],
    [10000, 'slide'],
  ])('happy: captcha code %d is %s', (code, subtype) => expect(captchaSubtypeOf(code)).toBe(subtype))
})

describeWorlds('captchas on $name', (world) => {
  beforeAll(() => world.listen())
  /** A browser that needs a captcha, with the decision that requires it. */
  const decided = async () => {
    const jar = new CookieJar()
    return { jar, person: world.person({ jar }), decision: await decisionFor(world, { jar }) }
  }

  const another = (visitor: Awaited<ReturnType<typeof decided>>) => openedFor(world, visitor, visitor.decision)

  const opened = async (wanted = '3d') => {
    const visitor = await decided()
    for (;;) {
      const captcha = await another(visitor)
      if (captcha.challenge.subtype !== wanted) continue
      return { ...visitor, ...captcha, solution: JSON.parse(captcha.kept.solution) }
    }
  }

  const answerOf = (subtype: string, solution: never) => {
    if (subtype === 'text') return { text: ` ${String(solution).toLowerCase()} ` }
    if (subtype === 'whirl') return { numbers: [...(solution as number[])].reverse() }
    const { x, y } = solution as { x: number; y: number }
    return { point: { x: x + 4, y: y - 4 } }
  }

  it.each(['text', 'slide', 'whirl', '3d'])(
    'happy: %s is solved by its answer, and by the spoken digits',
    async (subtype) => {
      const seen = await opened(subtype)
      const answer = answerOf(subtype, seen.solution as never)
      expect(await seen.person.verifyCaptcha({ id: seen.id, ...answer })).toMatchObject({ ok: true })
      const { person, id, kept } = await opened(subtype)
      expect(await person.verifyCaptcha({ id, text: kept.spoken.replace(/^(...)/, '$1 ') })).toMatchObject({ ok: true })
    },
  )

  const solved = async () => {
    const { jar, decision } = await decided()
    return { jar, captchaTicket: await solvedFor(world, { jar }, decision) }
  }

  it('happy: 3d names the solid to click, and slide has an empty prompt and two pictures', async () => {
    const solids = await opened('3d')
    expect(solids.challenge.prompt).toEqual(solids.solution.wanted)
    const slide = await opened('slide')
    expect(slide.challenge.prompt).toEqual({})
    expect(slide.challenge.pictures.map(({ part }) => part)).toEqual(['scene', 'piece'])
  })

  it('happy: each new challenge has another subtype, unless the person chooses letters', async () => {
    const { person, decision } = await decided()
    const subtypes = []
    for (let count = 0; count < 4; count++) subtypes.push(dataOf(await person.getCaptcha({ decision })).subtype)
    expect(subtypes[0]).toBe('3d')
    expect(new Set(subtypes).size).toBe(4)
    for (const _ of [1, 2])
      expect(dataOf(await person.getCaptcha({ decision, subtype: 'text' }))).toMatchObject({ subtype: 'text' })
  })

  it('happy: picture and sound come as PNG and WAV; a picture is not cached, and its content type is not sniffed', async () => {
    const challenge = await opened('slide')
    const { person, id, jar } = challenge
    for (const part of ['scene', 'piece'] as const) {
      const picture = dataOf(await person.captchaPicture({ id, part }))
      expect(picture.media_type).toBe('image/png')
      expect(Buffer.from(picture.bytes).subarray(1, 4).toString()).toBe('PNG')
    }
    expect(await person.captchaSound({ id })).toMatchObject({ data: { media_type: 'audio/wav' } })
    expect((await soundFor(challenge)).subarray(0, 4).toString()).toBe('RIFF')
    const path = `/passport/web/captcha/picture?id=${id}&part=scene`
    const answer = await fetch(world.baseUrl + path, signed({ path, headers: { cookie: jar.header() } }))
    const kept = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }
    expect(Object.fromEntries(answer.headers)).toMatchObject({ 'content-type': 'image/png', ...kept })
  })

  it('error: a wrong answer says how many tries are left, and the third one ends the challenge', async () => {
    const { person, id, kept } = await opened('text')
    const wrong = await person.verifyCaptcha({ id, text: 'WRONG' })
    expect(wrong).toMatchObject({ code: 'captcha_wrong', data: { tries_left: 2 } })
    expect(await person.verifyCaptcha({ id })).toMatchObject({ code: 'captcha_wrong', data: { tries_left: 1 } })
    expect(await person.verifyCaptcha({ id, numbers: [1, 2] })).toMatchObject({ data: { tries_left: 0 } })
    expect(await person.verifyCaptcha({ id, text: kept.spoken })).toMatchObject({ code: 'captcha_over' })
  })

  it('error: a challenge expires after two minutes, and its decision after fifteen', async () => {
    const { person, id, kept, decision } = await opened()
    world.passMinutes(2)
    expect(await person.verifyCaptcha({ id, text: kept.spoken })).toMatchObject({ code: 'captcha_over' })
    expect(await person.captchaPicture({ id, part: 'scene' })).toMatchObject({ code: 'captcha_over' })
    world.passMinutes(13)
    expect(await person.getCaptcha({ decision })).toMatchObject({ code: 'captcha_over' })
  })

  it.each([
    ['right', 'one', { ok: 1 }],
    ['wrong', 'three', { captcha_wrong: 3 }],
  ])('security: 20 concurrent %s answers count as %s', async (given, _what, ends) => {
    const { jar, id, spoken } = await opened()
    const text = given === 'right' ? spoken : 'WRONG'
    expect(endsOf(await atOnce(20, () => world.person({ jar }).verifyCaptcha({ id, text })))).toMatchObject(ends)
  })

  it('security: another browser can neither load nor answer a challenge, nor open one for its decision or by its code', async () => {
    const { id, kept, decision } = await opened()
    const stranger = world.person()
    await stranger.checkLogin({})
    expect(await stranger.captchaPicture({ id, part: 'scene' })).toMatchObject({ code: 'captcha_over' })
    expect(await stranger.captchaSound({ id })).toMatchObject({ code: 'captcha_over' })
    expect(await stranger.verifyCaptcha({ id, text: kept.spoken })).toMatchObject({ code: 'captcha_over' })
    expect(await stranger.getCaptcha({ decision })).toMatchObject({ code: 'captcha_over' })
    const missing = { code: 'invalid_input', data: { fields: [{ field: 'decision', reason: 'missing' }] } }
    expect(await stranger.getCaptcha({ code: 3059 })).toMatchObject(missing)
  })

  it('security: one decision opens at most 20 challenges', async () => {
    const { person, decision } = await decided()
    const answers = []
    for (let count = 0; count < 22; count++) answers.push(await person.getCaptcha({ decision }))
    expect(endsOf(answers)).toMatchObject({ ok: 20 })
  })

  const soundFor = async ({ person, id }: Awaited<ReturnType<typeof opened>>) => {
    const sound = dataOf(await person.captchaSound({ id }))
    return Buffer.from(sound.bytes)
  }

  it('security: a challenge’s sound has the same noise each time, which a thief who knows the product cannot derive from its id', async () => {
    const challenge = await opened()
    const { id, kept } = challenge
    const heard = await soundFor(challenge)
    expect(heard.length).toBeGreaterThan(0)
    expect((await soundFor(challenge)).equals(heard)).toBe(true)
    for (const key of ['', id, 'another-secret-of-32-bytes-or-more'])
      for (const language of ['en', 'zh-Hans']) {
        const deployment = { ...world.service.deployment, secrets: [key] }
        expect(soundOf(deployment, { id, spoken: kept.spoken }, language).equals(heard)).toBe(false)
      }
  })

  /** Another visitor from a client address who waits, with the last answer. */
  const waits = async (address: string, minutes: number) => {
    const jar = new CookieJar()
    const decision = await decisionFor(world, { jar, address })
    const person = world.person({ jar, address })
    const { wait_seconds } = dataOf(await person.getCaptcha({ decision }))
    world.passMinutes(minutes)
    return { jar, decision, wait_seconds, answer: await person.verifyCaptcha({ decision }) }
  }

  it('happy: a person who can neither see nor hear passes after five minutes, with their own ticket', async () => {
    const { jar, decision, wait_seconds, answer } = await waits('198.51.100.201', 4)
    expect(wait_seconds).toBe(300)
    expect(answer).toMatchObject({ code: 'too_many_requests', data: { retry_after: 60 } })
    world.passMinutes(1)
    expect(await world.person().verifyCaptcha({ decision })).toMatchObject({ code: 'captcha_over' })
    const passed = dataOf(await world.person({ jar }).verifyCaptcha({ decision }))
    expect(await world.person({ jar }).verifyCaptcha({ decision })).toMatchObject({ code: 'captcha_over' })
    const proven = world.person({ jar, captchaTicket: passed.captcha_ticket })
    expect(await proven.isMobileRegistered({ mobile: freshMobile() })).toMatchObject({ ok: true })
  })

  it('security: at most 30 visitors of a client address pass by waiting per day', async () => {
    const address = '198.51.100.202'
    const counted = { subject: address, at: world.deployment.now() }
    for (let count = 0; count < 29; count += 1) await countOf(world.storage, 'waitsFromAnAddress', counted)
    expect(await waits(address, 5)).toMatchObject({ wait_seconds: 300, answer: { ok: true } })
    const { wait_seconds, answer } = await waits(address, 5)
    expect(wait_seconds).toBeUndefined()
    expect(answer).toMatchObject({ code: 'too_many_requests' })
  })

  it('security: after five wrong answers a decision ends, with every challenge that it opened', async () => {
    const visitor = await decided()
    const challenges = [await another(visitor), await another(visitor), await another(visitor)]
    const left = []
    for (const index of [0, 0, 0, 1, 1]) {
      const answer = await visitor.person.verifyCaptcha({ id: challenges[index]?.id ?? '', text: 'WRONG' })
      left.push(!answer.ok && answer.code === 'captcha_wrong' ? answer.data.tries_left : answer)
      world.passMinutes(0.1)
    }
    expect(left).toEqual([2, 1, 0, 1, 0])
    for (const { id, spoken } of challenges)
      expect(await visitor.person.verifyCaptcha({ id, text: spoken })).toMatchObject({ code: 'captcha_over' })
    expect(await visitor.person.getCaptcha({ decision: visitor.decision })).toMatchObject({ code: 'captcha_over' })
  })

  it('security: at most five of 30 concurrent wrong answers to ten challenges of a decision are checked', async () => {
    const visitor = await decided()
    const challenges = []
    for (let count = 0; count < 10; count++) challenges.push(await another(visitor))
    const guesses = [...challenges, ...challenges, ...challenges]
    const answers = await Promise.all(guesses.map(({ id }) => visitor.person.verifyCaptcha({ id, text: 'WRONG' })))
    const { captcha_wrong: judged } = endsOf(answers)
    expect(judged).toBeGreaterThanOrEqual(3)
    expect(judged).toBeLessThanOrEqual(5)
  })

  it('error: a decision pauses after the third wrong answer, longer after the fourth, and then accepts an answer', async () => {
    const visitor = await decided()
    const [first, second] = [await another(visitor), await another(visitor)]
    const answer = ({ id }: typeof first, text = 'WRONG') => visitor.person.verifyCaptcha({ id, text })
    for (let count = 0; count < 3; count++) expect(await answer(first)).toMatchObject({ code: 'captcha_wrong' })
    expect(await answer(second, second.spoken)).toMatchObject({ code: 'too_many_requests', data: { retry_after: 2 } })
    world.passMinutes(0.04)
    expect(await answer(second)).toMatchObject({ code: 'captcha_wrong', data: { tries_left: 1 } })
    world.passMinutes(0.04)
    expect(await answer(second, second.spoken)).toMatchObject({ code: 'too_many_requests', data: { retry_after: 5 } })
    world.passMinutes(0.06)
    expect(await answer(second, second.spoken)).toMatchObject({ ok: true })
  })

  it('security: a decision gives one ticket, however many of its challenges are solved', async () => {
    const visitor = await decided()
    const challenges = [await another(visitor), await another(visitor)]
    const answers = await Promise.all(
      challenges.map(({ id, spoken: text }) => visitor.person.verifyCaptcha({ id, text })),
    )
    expect(endsOf(answers)).toMatchObject({ ok: 1 })
  })

  /** A person whose password needs a captcha, because it was typed wrong five times. */
  const guessedAt = async () => {
    const person = await world.registerMobile()
    const { mobile } = person
    for (let count = 0; count < 5; count++) await world.person().passwordLogin({ mobile, password: 'wrong' })
    return person
  }

  it('security: a captcha ticket is refused in another browser, and used up by another call', async () => {
    const { mobile, password } = await guessedAt()
    const ticket = await solved()
    const stranger = world.person({ captchaTicket: ticket.captchaTicket })
    expect(await stranger.isMobileRegistered({ mobile })).toMatchObject({ code: 'captcha_required' })
    const thief = world.person(ticket)
    expect(await thief.passwordLogin({ mobile, password })).toMatchObject({ code: 'captcha_required' })
    expect(await thief.isMobileRegistered({ mobile })).toMatchObject({ code: 'captcha_required' })
  })

  it('security: a captcha solved for one kind of password sign-in does not open another', async () => {
    const { mobile, password } = await guessedAt()
    const jar = new CookieJar()
    const asked = await world.person({ jar }).accountLoginV2({ account: mobile, password })
    const moved = world.person({ jar, captchaTicket: await solvedFor(world, { jar }, decisionIn(asked)) })
    expect(await moved.passwordLogin({ mobile, password })).toMatchObject({ code: 'captcha_required' })
  })

  it('security: a client address with very many wrong answers must wait, and others need not', async () => {
    const visitor = await decided()
    const { id, spoken } = await another(visitor)
    const at = world.deployment.now()
    const bucket = { name: 'captchasFromAClientAddress', subject: '192.0.2.99', part: '' }
    for (let count = 0; count < 200; count++) await world.storage.buckets.add(bucket, { at, leakMs: 30_000, most: 200 })
    const from = (address: string) => world.person({ jar: visitor.jar, address }).verifyCaptcha({ id, text: spoken })
    expect(await from('192.0.2.99')).toMatchObject({ code: 'too_many_requests' })
    expect(await from('192.0.2.98')).toMatchObject({ ok: true })
  })

  it('security: the answer with a challenge does not contain its solution', async () => {
    const { challenge, kept } = await opened('text')
    expect(JSON.stringify(challenge)).not.toContain(JSON.parse(kept.solution))
    expect(JSON.stringify(challenge)).not.toContain(kept.spoken)
  })
})

describe('puzzles', () => {
  const drawers = { text: textPuzzle, slide: slidePuzzle, whirl: whirlPuzzle, '3d': solidsPuzzle }

  it.each(Object.entries(drawers))(
    'security: 20 pictures of %s differ, and are at most 5 kB, on average 3.5 kB',
    async (_subtype, draw) => {
      const puzzles = await Promise.all(Array.from({ length: 20 }, () => draw()))
      const sizes = puzzles.map(({ scene }) => scene.bytes.length)
      expect(Math.max(...sizes)).toBeLessThanOrEqual(5000)
      expect(sizes.reduce((sum, size) => sum + size) / 20).toBeLessThanOrEqual(3500)
      for (const puzzle of puzzles) if ('piece' in puzzle) expect(puzzle.piece.bytes.length).toBeLessThanOrEqual(1500)
      expect(new Set(puzzles.map(({ scene }) => scene.bytes.toString('base64'))).size).toBe(20)
    },
  )

  it('happy: digits are spoken in both languages, and never with the same sound', () => {
    for (const language of ['en', 'zh-Hans']) {
      const [sound, other] = [randomBytes(32), randomBytes(32)].map((noise) => speak('0123456789', language, noise))
      expect(sound?.readUInt32LE(40)).toBe(Number(sound?.length) - 44)
      // Ten digits of at least 0.3 seconds each, at 8,000 samples a second.
      expect(sound?.length).toBeGreaterThan(10 * 8000 * 0.3)
      expect(other && sound?.equals(other)).toBe(false)
    }
  })
})

describeWorlds('second verification on $name', (world) => {
  /** A person whose sign-in is eleven minutes old, with a sensitive call’s answer. */
  const stale = async <Person extends { client: Client }>(registering: Promise<Person>) => {
    const person = await registering
    world.passMinutes(11)
    const refused = await person.client.accountInfo({ need_plaintext: 1 })
    const { sms_code_key: key, ways } = refused.data as { sms_code_key: string; ways: object[] }
    return { ...person, refused, key, ways }
  }

  it.each(['mobile', 'email', 'password'] as const)(
    'happy: a fresh sign-in shows its addresses in full, and an old one does after a proof by %s',
    async (way) => {
      const person = await world.registerBoth()
      const { client, mobile, email, password } = person
      const full = { ok: true, data: { mobile, email } }
      expect(await client.accountInfo({ need_plaintext: 1 })).toMatchObject(full)
      const { key, ways } = await stale(Promise.resolve(person))
      expect(ways).toEqual([
        { way: 'mobile', masked: maskedMobile(mobile) },
        { way: 'email', masked: 'p***@example.com' },
        { way: 'password', masked: '' },
      ])
      if (way !== 'password') await client.sendSecondCode({ sms_code_key: key, way })
      const code = way === 'password' ? password : await world.codeTo(person[way])
      expect(await client.verifySecond({ sms_code_key: key, way, code })).toMatchObject({ ok: true })
      expect(await client.accountInfo({ need_plaintext: 1 })).toMatchObject(full)
    },
  )

  it('security: the session gets a new token, and the old one has no proof and ends after a minute', async () => {
    const { client, jar, refused } = await stale(world.registerMobile())
    const copy = world.person({ jar: new CookieJar(jar.toJSON()) })
    await verifyByPassword(client, refused)
    expect(await copy.accountInfo({ need_plaintext: 1 })).toMatchObject({ code: 'second_verification_required' })
    world.passMinutes(1)
    expect(await copy.accountInfo({})).toMatchObject({ code: 'not_signed_in' })
    expect(await client.accountInfo({ need_plaintext: 1 })).toMatchObject({ ok: true })
  })

  it('happy: a browser that missed the new token can verify again, and stays signed in', async () => {
    const { client, jar, refused } = await stale(world.registerMobile())
    const [deaf, late] = [new CookieJar(jar.toJSON()), new CookieJar(jar.toJSON())]
    await verifyByPassword(world.person({ jar: deaf }), refused)
    expect(await verifyByPassword(client, refused)).toMatchObject({ code: 'ticket_refused' })
    const again = await client.accountInfo({ need_plaintext: 1 })
    expect(again).toMatchObject({ code: 'second_verification_required' })
    expect(await verifyByPassword(client, again)).toMatchObject({ ok: true })
    expect(await client.accountInfo({ need_plaintext: 1 })).toMatchObject({ ok: true })
    expect(await world.person({ jar: late }).accountInfo({})).toMatchObject({ code: 'not_signed_in' })
  })

  it('error: a wrong password, a wrong code and a method that the account does not have are no proof', async () => {
    const { client, key, mobile } = await stale(world.registerMobile())
    const prove = (way: 'mobile' | 'email' | 'password', code: string) =>
      client.verifySecond({ sms_code_key: key, way, code })
    expect(await prove('password', 'wrong')).toMatchObject({ code: 'wrong_credentials' })
    await client.sendSecondCode({ sms_code_key: key, way: 'mobile' })
    expect(await prove('mobile', otherThan(await world.codeTo(mobile)))).toMatchObject({ code: 'code_wrong' })
    expect(await client.sendSecondCode({ sms_code_key: key, way: 'email' })).toMatchObject({ code: 'ticket_refused' })
    expect(await prove('email', '123456')).toMatchObject({ code: 'ticket_refused' })
    expect(await client.accountInfo({ need_plaintext: 1 })).toMatchObject({ code: 'second_verification_required' })
  })
})
