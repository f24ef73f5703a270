import { expect, it } from 'vitest'
import type { Client } from '#contract/client'
import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'
import { CookieJar } from '#contract/wire/cookie-jar'
import { decisionIn, solvedFor } from '#tests/account-api/verification/captchas/captchas'
import { describeWorlds, freshEmail, freshMobile, goodPassword } from '#tests/account-api/worlds/worlds'
import { otherThan } from '#tests/fixtures/messages/post-office'

interface Typed {
  address: string
  code: string
  password?: string
}

type Answered = { ok: true } | { ok: false; code: string; data: unknown }

let names = 0
const newName = (): string => `brisk-otter-${'abcdefghij'[names++]}`

/** The registrations that start no session, each with its kind of address and its code’s purpose. */
const registrations = [
  { name: 'registerUserOnlyByMobile', kind: 'mobile', fresh: freshMobile, purpose: mobilePurpose.register },
  { name: 'registerUserOnlyByEmail', kind: 'email', fresh: freshEmail, purpose: emailPurpose.register },
] as const

const registerBy =
  ({ name, kind }: (typeof registrations)[number]) =>
  (client: Client, { address, code, password = goodPassword }: Typed) =>
    client[name]({ [kind]: address, code, password } as never)

describeWorlds('calls of other programs that create accounts or check for them, on $name', (world) => {
  it.each(registrations)(
    'error: $name with a wrong code or a refused password creates no account, the code stays valid, and nobody is signed in',
    async (way) => {
      const { kind, fresh, purpose } = way
      const [address, client, register] = [fresh(), world.person(), registerBy(way)]
      const code = await world.codeFor(address, purpose, client)
      const wrong = await register(client, { address, code: otherThan(code) })
      expect(wrong).toMatchObject({ code: 'code_wrong', data: { field: 'code', tries_left: 4 } })
      const refused = await register(client, { address, code, password: 'Password1' })
      expect(refused).toMatchObject({ code: 'password_refused', data: { reason: 'common' } })
      expect(await world.storage.accounts.holderOf(kind, address)).toBeUndefined()
      const made = await register(client, { address, code })
      const holder = await world.storage.accounts.holderOf(kind, address)
      expect(made).toMatchObject({ ok: true, data: { user_id: holder?.id } })
      expect(await client.checkLogin({})).toMatchObject({ data: { signed_in: false } })
    },
  )

  type Unproven = (client: Client, given: { password: string; recaptcha_token: string }) => Promise<Answered>
  const unproven: [string, Unproven][] = [
    [
      'registerByEmailUnverified',
      (client, given) => client.registerByEmailUnverified({ ...given, email: freshEmail() }),
    ],
    [
      'createSubjectByUsername',
      (client, given) => client.createSubjectByUsername({ ...given, username: newName(), subject_name: 'Orchard' }),
    ],
  ]

  it.each(unproven)('happy: %s accepts a captcha’s ticket as recaptcha_token, once', async (_name, register) => {
    const visitor = { jar: new CookieJar() }
    const given = { password: goodPassword, recaptcha_token: '' }
    const decision = decisionIn(await register(world.person(visitor), given))
    const recaptcha_token = await solvedFor(world, visitor, decision)
    const client = world.person(visitor)
    expect(await register(client, { ...given, recaptcha_token })).toMatchObject({ ok: true })
    expect(await client.checkLogin({})).toMatchObject({ data: { signed_in: true } })
    expect(await register(client, { ...given, recaptcha_token })).toMatchObject({ code: 'captcha_required' })
  })

  it.each(unproven)('error: %s refuses a weak password, and creates no account', async (_name, register) => {
    const visitor = { jar: new CookieJar() }
    const weak = { password: 'Password1', recaptcha_token: '' }
    const refused = await world.insist(visitor, (client) => register(client, weak))
    expect(refused).toMatchObject({ code: 'password_refused', data: { reason: 'common' } })
    expect(await world.person(visitor).checkLogin({})).toMatchObject({ data: { signed_in: false } })
  })

  it.each<[string, string, (client: Client) => Promise<unknown>]>([
    ['isMobileRegistered', 'mobile', (client) => client.isMobileRegistered({ mobile: '13800000000' })],
    ['isEmailRegistered', 'email', (client) => client.isEmailRegistered({ email: 'nobody' })],
  ])('error: %s names a field that contains no address, and requires no captcha', async (_name, field, ask) => {
    const refused = { code: 'invalid_input', data: { fields: [{ field, reason: 'invalid' }] } }
    expect(await ask(world.person())).toMatchObject(refused)
  })
})
