import { expect, it, onTestFinished } from 'vitest'
import { createClient } from '#contract/client'
import { mobilePurpose } from '#contract/terms/purposes'
import { CookieJar } from '#contract/wire/cookie-jar'
import { formTokenCookie, headerNames } from '#contract/wire/headers'
import { UpstreamFailure } from '#contract/wire/upstream-failure'
import { signed } from '#tests/account-api/calls/signed'
import { application, describeWorlds, freshMobile, goodPassword, serviceWith } from '#tests/account-api/worlds/worlds'
import { otherThan } from '#tests/fixtures/messages/post-office'
import { furtherApi } from './further-api'

const older = application.key
const newer = 'the newer key of the application for tests'

const both = [newer, older]

describeWorlds('while the application key is replaced, on $name', (world) => {
  /** A copy of the account API with these keys, and clients that sign with the first of `theirs`. */
  const copyWith = async (keys: readonly string[], theirs = keys) => {
    const service = serviceWith(world, { secrets: keys })
    const api = furtherApi(world, { service, application: { aid: application.aid, keys } })
    onTestFinished(() => api.close())
    const baseUrl = await api.listen({ host: '127.0.0.1', port: 0 })
    const [key = ''] = theirs
    const client = (jar = new CookieJar()) =>
      createClient(
        { baseUrl, application: { aid: application.aid, key }, timeoutMs: 25_000 },
        { variant: 'web', jar, language: 'en', clientAddress: '192.0.2.77', userAgent: 'test' },
      )
    return { baseUrl, client }
  }

  const signatureOf = (asked: Promise<unknown>): Promise<unknown> =>
    asked.then(
      () => 'good',
      (failure: unknown) => (failure instanceof UpstreamFailure ? failure.kind : failure),
    )

  /** The status of a POST with this exact session and form token, without a client’s retry. */
  const postAs = async (baseUrl: string, jar: CookieJar, key: string) => {
    const path = '/passport/web/session/end_others'
    const headers = { cookie: jar.header(), [headerNames.formToken]: jar.get(formTokenCookie) ?? '' }
    const request = signed({ method: 'POST', path, headers, body: '{}' }, { signer: { aid: application.aid, key } })
    return (await fetch(baseUrl + path, request)).status
  }

  it.each([
    ['the new key is added and used at once, as on one machine', [both]],
    ['the new key is added, then used, as on several machines', [[older, newer], both]],
  ])('happy: if %s, sessions, form tokens, codes and signatures of the old key stay valid', async (_way, steps) => {
    const { jar, userId, mobile } = await world.registerMobile()
    await world.person().sendCode({ mobile, type: mobilePurpose.login })
    for (const ring of steps) {
      const copy = await copyWith(ring, [older])
      expect(await signatureOf(copy.client().checkLogin({}))).toBe('good')
      expect(await copy.client(jar).accountInfo({})).toMatchObject({ ok: true, data: { user_id: userId } })
      expect(await postAs(copy.baseUrl, jar, older)).toBe(200)
    }
    const last = await copyWith(steps.at(-1) ?? [], [newer])
    const code = await world.codeTo(mobile)
    expect(await last.client().smsLoginOnly({ mobile, code })).toMatchObject({ ok: true, data: { user_id: userId } })
    expect(await postAs(last.baseUrl, jar, newer)).toBe(200)
  })

  it('happy: copies that know both keys, in either order, accept each other’s codes and signatures', async () => {
    const [before, after] = [await copyWith([older, newer]), await copyWith(both)]
    for (const [sender, taker] of [
      [before, after],
      [after, before],
    ] as const) {
      const mobile = freshMobile()
      const code = await world.codeFor(mobile, mobilePurpose.register, sender.client())
      const registered = await taker.client().registerByMobile({ mobile, code, password: goodPassword })
      expect(registered).toMatchObject({ ok: true })
    }
  })

  it('security: a thief uses the old key after it was removed', async () => {
    const { jar, mobile } = await world.registerMobile()
    const code = await world.codeFor(mobile, mobilePurpose.login)
    const api = await copyWith([newer], [older])
    expect(await signatureOf(api.client().checkLogin({}))).toBe('signature')
    // With a stolen form token and a code that was hashed by the old key, but a signature of the new one.
    expect(await postAs(api.baseUrl, jar, newer)).toBe(403)
    const present = await copyWith([newer])
    expect(await present.client().smsLoginOnly({ mobile, code })).toMatchObject({ code: 'code_wrong' })
  })

  it('happy: a person with a removed key’s form token sees no error, and gets a token of the new key', async () => {
    const { jar } = await world.registerMobile()
    const before = jar.get(formTokenCookie)
    const api = await copyWith([newer])
    expect(await api.client(jar).endOtherSessions({})).toMatchObject({ ok: true })
    expect(jar.get(formTokenCookie)).not.toBe(before)
    expect(await postAs(api.baseUrl, jar, newer)).toBe(200)
  })

  it('security: a wrong code uses up one try, however many keys there are', async () => {
    const { mobile } = await world.registerMobile()
    const api = await copyWith(both)
    const wrong = otherThan(await world.codeFor(mobile, mobilePurpose.notSignedIn, api.client()))
    const look = () => api.client().checkCode({ mobile, code: wrong, type: mobilePurpose.notSignedIn })
    expect(await look()).toMatchObject({ ok: true, data: { valid: false, tries_left: 4 } })
    expect(await look()).toMatchObject({ ok: true, data: { valid: false, tries_left: 3 } })
  })
})
