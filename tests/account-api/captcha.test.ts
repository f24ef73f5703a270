import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { slidePuzzle } from '../../account-api/channels/captcha/slide-puzzle'
import { solidsPuzzle } from '../../account-api/channels/captcha/solids-puzzle'
import { speak } from '../../account-api/channels/captcha/speech'
import { textPuzzle } from '../../account-api/channels/captcha/text-puzzle'
import { whirlPuzzle } from '../../account-api/channels/captcha/whirl-puzzle'
import { soundOf } from '../../account-api/domain/captcha/sound'
import { CookieJar } from '../../contract/cookie-jar'
import { captchaSubtypeOf } from '../../contract/errors'
import { emailPurpose } from '../../contract/purposes'
import { databases } from '../fixtures/databases'
import { signed } from './signed'
import { captchaOf, freshMobile, goodPassword, registerEmail, registerMobile, worldOn } from './world'

describe('subtypes by code', () => {
  it.each([
    [3059, 'text'],
    [3060, '3d'],
    [99996, 'whirl'],
    [3061, 'slide'],
    [10000, 'slide'],
  ])('happy: %d is %s', (code, subtype) => {
    expect(captchaSubtypeOf(code)).toBe(subtype)
  })
})

describe.each(databases)('captchas on $name', (database) => {
  const world = worldOn(database)

  /** A browser that was asked for a captcha, with the decision that asked for it. */
  const decided = async () => {
    const jar = new CookieJar()
    const person = world.person({ jar })
    const refused = await person.isMobileRegistered({ mobile: freshMobile() })
    if (refused.ok || refused.code !== 'captcha_required') throw new Error('no captcha was asked for')
    return { jar, person, decision: refused.data.decision.ticket }
  }

  const opened = async (wanted = '3d') => {
    const visitor = await decided()
    for (;;) {
      const challenge = await visitor.person.getCaptcha({ decision: visitor.decision })
      if (!challenge.ok) throw new Error(challenge.code)
      if (challenge.data.subtype !== wanted) continue
      const kept = await captchaOf(world.storage, visitor.jar, challenge.data.id)
      if (!kept) throw new Error('it is not kept')
      return { ...visitor, challenge: challenge.data, id: challenge.data.id, kept, solution: JSON.parse(kept.solution) }
    }
  }

  /** The answer of a person who sees the picture. */
  const answerOf = (subtype: string, solution: never) => {
    if (subtype === 'text') return { text: ` ${String(solution).toLowerCase()} ` }
    if (subtype === 'whirl') return { numbers: [...(solution as number[])].reverse() }
    const { x, y } = solution as { x: number; y: number }
    return { point: { x: x + 4, y: y - 4 } }
  }

  it.each(['text', 'slide', 'whirl', '3d'])('happy: %s is solved by its answer', async (subtype) => {
    const { person, id, solution } = await opened(subtype)
    expect(await person.verifyCaptcha({ id, ...answerOf(subtype, solution as never) })).toMatchObject({ ok: true })
  })

  it.each(['text', 'slide', 'whirl', '3d'])('happy: %s is solved by the spoken digits', async (subtype) => {
    const { person, id, kept } = await opened(subtype)
    expect(await person.verifyCaptcha({ id, text: kept.spoken.replace(/^(...)/, '$1 ') })).toMatchObject({ ok: true })
  })

  it('happy: the ticket is valid for one call', async () => {
    const { jar, person, id, kept } = await opened()
    const solved = await person.verifyCaptcha({ id, text: kept.spoken })
    const captchaTicket = solved.ok ? solved.data.captcha_ticket : ''
    const again = world.person({ jar, captchaTicket })
    expect(await again.isMobileRegistered({ mobile: freshMobile() })).toMatchObject({ ok: true })
    expect(await again.isMobileRegistered({ mobile: freshMobile() })).toMatchObject({ code: 'captcha_required' })
  })

  it('happy: 3d names what to click, and slide has an empty prompt and two pictures', async () => {
    const solids = await opened('3d')
    expect(solids.challenge.prompt).toEqual(solids.solution.wanted)
    const slide = await opened('slide')
    expect(slide.challenge.prompt).toEqual({})
    expect(slide.challenge.pictures.map(({ part }) => part)).toEqual(['scene', 'piece'])
  })

  it('happy: each new challenge has another subtype', async () => {
    const { person, decision } = await decided()
    const subtypes = []
    for (let count = 0; count < 4; count++) {
      const challenge = await person.getCaptcha({ decision })
      subtypes.push(challenge.ok && challenge.data.subtype)
    }
    expect(subtypes[0]).toBe('3d')
    expect(new Set(subtypes).size).toBe(4)
  })

  it('happy: picture and sound come as PNG and WAV', async () => {
    const { person, id } = await opened('slide')
    for (const part of ['scene', 'piece'] as const) {
      const picture = await person.captchaPicture({ id, part })
      if (!picture.ok) throw new Error(picture.code)
      expect(picture.data.media_type).toBe('image/png')
      expect(Buffer.from(picture.data.bytes).subarray(1, 4).toString()).toBe('PNG')
    }
    const sound = await person.captchaSound({ id })
    if (!sound.ok) throw new Error(sound.code)
    expect(sound.data.media_type).toBe('audio/wav')
    expect(Buffer.from(sound.data.bytes).subarray(0, 4).toString()).toBe('RIFF')
  })

  it('security: a picture is not cached, and its content type is not sniffed', async () => {
    const { jar, id } = await opened('slide')
    const path = `/passport/web/captcha/picture?id=${id}&part=scene`
    const answer = await fetch(world.baseUrl + path, signed({ path, headers: { cookie: jar.header() } }))
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
  })

  it('error: a wrong answer says how many tries are left, and the third one ends the challenge', async () => {
    const { person, id, kept } = await opened('text')
    expect(await person.verifyCaptcha({ id, text: 'WRONG' })).toMatchObject({
      code: 'captcha_wrong',
      data: { tries_left: 2 },
    })
    expect(await person.verifyCaptcha({ id })).toMatchObject({ code: 'captcha_wrong', data: { tries_left: 1 } })
    expect(await person.verifyCaptcha({ id, numbers: [1, 2] })).toMatchObject({ data: { tries_left: 0 } })
    expect(await person.verifyCaptcha({ id, text: kept.spoken })).toMatchObject({ code: 'captcha_over' })
  })

  it('error: a challenge expires after two minutes', async () => {
    const { person, id, kept } = await opened()
    world.passMinutes(2)
    expect(await person.verifyCaptcha({ id, text: kept.spoken })).toMatchObject({ code: 'captcha_over' })
    expect(await person.captchaPicture({ id, part: 'scene' })).toMatchObject({ code: 'captcha_over' })
  })

  it('error: a decision expires after fifteen minutes', async () => {
    const { person, decision } = await decided()
    world.passMinutes(15)
    expect(await person.getCaptcha({ decision })).toMatchObject({ code: 'captcha_over' })
  })

  it('security: of 20 right answers at once, one solves the challenge', async () => {
    const { jar, id, kept } = await opened()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => world.person({ jar }).verifyCaptcha({ id, text: kept.spoken })),
    )
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
  })

  it('security: of 20 wrong answers at once, three are checked', async () => {
    const { jar, id } = await opened()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => world.person({ jar }).verifyCaptcha({ id, text: 'WRONG' })),
    )
    expect(answers.filter((answer) => !answer.ok && answer.code === 'captcha_wrong')).toHaveLength(3)
  })

  it('security: another browser can neither load nor answer a challenge, nor open one for its decision', async () => {
    const { id, kept, decision } = await opened()
    const stranger = world.person()
    await stranger.checkLogin({})
    expect(await stranger.captchaPicture({ id, part: 'scene' })).toMatchObject({ code: 'captcha_over' })
    expect(await stranger.captchaSound({ id })).toMatchObject({ code: 'captcha_over' })
    expect(await stranger.verifyCaptcha({ id, text: kept.spoken })).toMatchObject({ code: 'captcha_over' })
    expect(await stranger.getCaptcha({ decision })).toMatchObject({ code: 'captcha_over' })
  })

  it('security: a ticket of another browser is refused', async () => {
    const { person, id, kept } = await opened()
    const solved = await person.verifyCaptcha({ id, text: kept.spoken })
    const stranger = world.person({ captchaTicket: solved.ok ? solved.data.captcha_ticket : '' })
    expect(await stranger.isMobileRegistered({ mobile: freshMobile() })).toMatchObject({ code: 'captcha_required' })
  })

  it('security: one decision opens at most 20 challenges', async () => {
    const { person, decision } = await decided()
    const answers = []
    for (let count = 0; count < 22; count++) answers.push(await person.getCaptcha({ decision }))
    expect(answers.filter((answer) => answer.ok)).toHaveLength(20)
  })

  it('security: a thief who loads the sound of a challenge again gets the same noise, which cannot be averaged away', async () => {
    const { person, id } = await opened()
    const load = async () => {
      const sound = await person.captchaSound({ id })
      return sound.ok ? Buffer.from(sound.data.bytes) : Buffer.alloc(0)
    }
    const first = await load()
    expect(first.length).toBeGreaterThan(0)
    expect((await load()).equals(first)).toBe(true)
  })

  it('security: a thief who knows the product cannot make the sound of a challenge from its id', async () => {
    const { person, id, kept } = await opened()
    const sound = await person.captchaSound({ id })
    const heard = sound.ok ? Buffer.from(sound.data.bytes) : Buffer.alloc(0)
    for (const key of ['', id, 'another-secret-of-32-bytes-or-more'])
      for (const language of ['en', 'zh-Hans']) {
        const setting = { ...world.service.setting, secrets: [key] }
        expect(soundOf(setting, { id, spoken: kept.spoken }, language).equals(heard)).toBe(false)
      }
  })

  /** A further challenge of a decision. */
  const another = async ({ jar, person, decision }: Awaited<ReturnType<typeof decided>>) => {
    const challenge = await person.getCaptcha({ decision })
    if (!challenge.ok) throw new Error(challenge.code)
    const kept = await captchaOf(world.storage, jar, challenge.data.id)
    return { id: challenge.data.id, spoken: kept?.spoken ?? '' }
  }

  it('security: after five wrong answers a decision is over, with every challenge that it has opened', async () => {
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

  it('security: of 30 wrong answers at once to ten challenges of a decision, at most five are judged', async () => {
    const visitor = await decided()
    const challenges = []
    for (let count = 0; count < 10; count++) challenges.push(await another(visitor))
    const guesses = [...challenges, ...challenges, ...challenges]
    const answers = await Promise.all(
      guesses.map(({ id }) => world.person({ jar: visitor.jar }).verifyCaptcha({ id, text: 'WRONG' })),
    )
    const judged = answers.filter((answer) => !answer.ok && answer.code === 'captcha_wrong').length
    expect(judged).toBeGreaterThanOrEqual(3)
    expect(judged).toBeLessThanOrEqual(5)
  })

  it('error: after the third wrong answer a decision pauses, after the fourth longer, and then takes an answer', async () => {
    const visitor = await decided()
    const [first, second] = [await another(visitor), await another(visitor)]
    const answer = ({ id }: typeof first, text = 'WRONG') => visitor.person.verifyCaptcha({ id, text })
    for (let count = 0; count < 3; count++) expect(await answer(first)).toMatchObject({ code: 'captcha_wrong' })
    const tooSoon = { code: 'too_many_requests', data: { retry_after: 2 } }
    expect(await answer(second, second.spoken)).toMatchObject(tooSoon)
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
      challenges.map(({ id, spoken }) => world.person({ jar: visitor.jar }).verifyCaptcha({ id, text: spoken })),
    )
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
  })

  it('security: a captcha ticket that is moved to another call is refused there, and used up', async () => {
    const { mobile, password } = await registerMobile(world)
    for (let count = 0; count < 5; count++) await world.person().passwordLogin({ mobile, password: 'wrong' })
    const { jar, person, id, kept } = await opened()
    const solved = await person.verifyCaptcha({ id, text: kept.spoken })
    const thief = world.person({ jar, captchaTicket: solved.ok ? solved.data.captcha_ticket : '' })
    expect(await thief.passwordLogin({ mobile, password })).toMatchObject({ code: 'captcha_required' })
    expect(await thief.isMobileRegistered({ mobile })).toMatchObject({ code: 'captcha_required' })
  })

  it('security: a captcha of one kind of password sign-in does not open another', async () => {
    const { mobile, password } = await registerMobile(world)
    for (let count = 0; count < 5; count++) await world.person().passwordLogin({ mobile, password: 'wrong' })
    const jar = new CookieJar()
    const asked = await world.person({ jar }).accountLoginV2({ account: mobile, password })
    if (asked.ok || asked.code !== 'captcha_required') throw new Error('no captcha was asked for')
    const { id, spoken } = await another({ jar, person: world.person({ jar }), decision: asked.data.decision.ticket })
    const solved = await world.person({ jar }).verifyCaptcha({ id, text: spoken })
    const captchaTicket = solved.ok ? solved.data.captcha_ticket : ''
    const moved = world.person({ jar, captchaTicket })
    expect(await moved.passwordLogin({ mobile, password })).toMatchObject({ code: 'captcha_required' })
  })

  it('security: a client address that has answered wrong very often has to wait, and others do not', async () => {
    const visitor = await decided()
    const { id, spoken } = await another(visitor)
    const at = world.setting.now()
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
    'happy: a picture of %s has at most 5 kB, and 3.5 kB on average',
    async (_subtype, draw) => {
      let sum = 0
      for (let count = 0; count < 20; count++) {
        const puzzle = await draw()
        expect(puzzle.scene.bytes.length).toBeLessThanOrEqual(5000)
        if ('piece' in puzzle) expect(puzzle.piece.bytes.length).toBeLessThanOrEqual(1500)
        sum += puzzle.scene.bytes.length
      }
      expect(sum / 20).toBeLessThanOrEqual(3500)
    },
  )

  it.each(Object.entries(drawers))('security: no two pictures of %s are alike', async (_subtype, draw) => {
    const pictures = await Promise.all(
      Array.from({ length: 20 }, async () => (await draw()).scene.bytes.toString('base64')),
    )
    expect(new Set(pictures).size).toBe(20)
  })

  it('security: two sounds of the same digits differ', () => {
    const [one, other] = [randomBytes(32), randomBytes(32)]
    expect(speak('123456', 'en', one).equals(speak('123456', 'en', other))).toBe(false)
  })

  it('happy: digits are spoken in both languages', () => {
    for (const language of ['en', 'zh-Hans']) {
      const sound = speak('0123456789', language, randomBytes(32))
      expect(sound.readUInt32LE(40)).toBe(sound.length - 44)
      // Ten digits of at least 0.3 seconds each, at 8,000 samples a second.
      expect(sound.length).toBeGreaterThan(10 * 8000 * 0.3)
    }
  })
})

describe.each(databases)('second verification on $name', (database) => {
  const world = worldOn(database)

  const stale = async () => {
    const person = await registerMobile(world)
    world.passMinutes(11)
    const refused = await person.client.accountInfo({ need_plaintext: 1 })
    if (refused.ok || refused.code !== 'second_verification_required') throw new Error('2046 was not answered')
    return { ...person, key: refused.data.sms_code_key, ways: refused.data.ways }
  }

  it('happy: a fresh sign-in can read its addresses in full', async () => {
    const { client, mobile } = await registerMobile(world)
    expect(await client.accountInfo({ need_plaintext: 1 })).toMatchObject({ data: { mobile } })
  })

  it('error: after eleven minutes a second verification is required, and the answer lists its ways', async () => {
    const { mobile, ways } = await stale()
    expect(ways).toEqual([
      { way: 'mobile', masked: `+86 138****${mobile.slice(-4)}` },
      { way: 'password', masked: '' },
    ])
  })

  it('happy: a code by SMS is a fresh proof', async () => {
    const { client, mobile, key } = await stale()
    expect(await client.sendSecondCode({ sms_code_key: key, way: 'mobile' })).toMatchObject({ ok: true })
    const code = await world.codeTo(mobile)
    expect(await client.verifySecond({ sms_code_key: key, way: 'mobile', code })).toMatchObject({ ok: true })
    expect(await client.accountInfo({ need_plaintext: 1 })).toMatchObject({ data: { mobile } })
  })

  it('happy: a code by email is a fresh proof', async () => {
    const { client, email } = await registerEmail(world)
    world.passMinutes(11)
    const refused = await client.accountInfo({ need_plaintext: 1 })
    const key = !refused.ok && refused.code === 'second_verification_required' ? refused.data.sms_code_key : ''
    await client.sendSecondCode({ sms_code_key: key, way: 'email' })
    expect(
      await client.verifySecond({ sms_code_key: key, way: 'email', code: await world.codeTo(email) }),
    ).toMatchObject({
      ok: true,
    })
  })

  it('happy: the password is a fresh proof', async () => {
    const { client, key, mobile } = await stale()
    expect(await client.verifySecond({ sms_code_key: key, way: 'password', code: goodPassword })).toMatchObject({
      ok: true,
    })
    expect(await client.accountInfo({ need_plaintext: 1 })).toMatchObject({ data: { mobile } })
  })

  it('security: the session gets a new token, and the old one has no proof and ends after a minute', async () => {
    const { client, jar, key } = await stale()
    const copy = world.person({ jar: new CookieJar(jar.toJSON()) })
    await client.verifySecond({ sms_code_key: key, way: 'password', code: goodPassword })
    expect(await copy.accountInfo({ need_plaintext: 1 })).toMatchObject({ code: 'second_verification_required' })
    world.passMinutes(1)
    expect(await copy.accountInfo({})).toMatchObject({ code: 'not_signed_in' })
    expect(await client.accountInfo({ need_plaintext: 1 })).toMatchObject({ ok: true })
  })

  it('happy: a browser that missed the new token can verify again and stays signed in', async () => {
    const { client, jar, key } = await stale()
    const [deaf, late] = [new CookieJar(jar.toJSON()), new CookieJar(jar.toJSON())]
    const proof = { way: 'password', code: goodPassword } as const
    await world.person({ jar: deaf }).verifySecond({ sms_code_key: key, ...proof })
    expect(await client.verifySecond({ sms_code_key: key, ...proof })).toMatchObject({ code: 'ticket_refused' })
    const again = await client.accountInfo({ need_plaintext: 1 })
    if (again.ok || again.code !== 'second_verification_required') throw new Error('not asked again')
    expect(await client.verifySecond({ sms_code_key: again.data.sms_code_key, ...proof })).toMatchObject({ ok: true })
    expect(await client.accountInfo({ need_plaintext: 1 })).toMatchObject({ ok: true })
    expect(await world.person({ jar: late }).accountInfo({})).toMatchObject({ code: 'not_signed_in' })
  })

  it('error: a wrong password and a wrong code are no proof', async () => {
    const { client, key, mobile } = await stale()
    expect(await client.verifySecond({ sms_code_key: key, way: 'password', code: 'wrong' })).toMatchObject({
      code: 'wrong_credentials',
    })
    await client.sendSecondCode({ sms_code_key: key, way: 'mobile' })
    const code = (Number(await world.codeTo(mobile)) + 1) % 1_000_000
    expect(
      await client.verifySecond({ sms_code_key: key, way: 'mobile', code: String(code).padStart(6, '0') }),
    ).toMatchObject({
      code: 'code_wrong',
    })
    expect(await client.accountInfo({ need_plaintext: 1 })).toMatchObject({ code: 'second_verification_required' })
  })

  it('error: an expired code is no proof', async () => {
    const { client, key, mobile } = await stale()
    await client.sendSecondCode({ sms_code_key: key, way: 'mobile' })
    world.passMinutes(11)
    const code = await world.codeTo(mobile)
    expect(await client.verifySecond({ sms_code_key: key, way: 'mobile', code })).toMatchObject({
      code: 'code_expired',
    })
  })

  it('security: a key is valid once, and only for its own session', async () => {
    const { client, key } = await stale()
    const thief = (await registerMobile(world)).client
    const proof = { sms_code_key: key, way: 'password' as const, code: goodPassword }
    expect(await thief.verifySecond(proof)).toMatchObject({ code: 'ticket_refused' })
    expect(await thief.secondVerificationWays({ sms_code_key: key })).toMatchObject({ code: 'ticket_refused' })
    expect(await client.verifySecond(proof)).toMatchObject({ ok: true })
    expect(await client.verifySecond(proof)).toMatchObject({ code: 'ticket_refused' })
  })

  it('error: a way that the account does not have is refused', async () => {
    const { client, key } = await stale()
    expect(await client.sendSecondCode({ sms_code_key: key, way: 'email' })).toMatchObject({ code: 'ticket_refused' })
    expect(await client.verifySecond({ sms_code_key: key, way: 'email', code: '123456' })).toMatchObject({
      code: 'ticket_refused',
    })
  })

  it('security: a code for another purpose is no proof', async () => {
    const { email, client } = await registerEmail(world)
    world.passMinutes(11)
    const refused = await client.accountInfo({ need_plaintext: 1 })
    const key = !refused.ok && refused.code === 'second_verification_required' ? refused.data.sms_code_key : ''
    await client.sendEmailCode({ email, type: emailPurpose.login })
    const code = await world.codeTo(email)
    expect(await client.verifySecond({ sms_code_key: key, way: 'email', code })).toMatchObject({ ok: false })
  })
})
