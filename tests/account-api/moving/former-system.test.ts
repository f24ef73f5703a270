import { text } from 'node:stream/consumers'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { days } from '#account-api/kernel/time'
import { formerSystem } from '#account-api/moving/former/former-system'
import { codeOf, dataOf, describeWorlds, freshEmail, freshMobile, goodPassword } from '#tests/account-api/worlds/worlds'
import { runningHere } from '#tests/fixtures/hooks'
import { isGenuine } from '#tests/fixtures/network/documented-verification'
import { serve } from '#tests/fixtures/programs/loopback'
import { accountOf, importRecords, theirPassword } from './people-files'

interface Question {
  kind: string
  identifier: string
  password: string
}

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

describeWorlds('people imported by their sign-in on $name', (world) => {
  /** The people of the former system, by an identifier. */
  const people = new Map<string, Record<string, unknown>>()
  const asked: Question[] = []
  let silent = false
  const former = runningHere(() =>
    serve(async (request, response) => {
      // A program of another test may still look for its own server at this port.
      if (request.url !== '/passwords') return response.writeHead(404).end()
      const body = await text(request)
      const question = JSON.parse(body) as Question
      asked.push(question)
      if (silent || !isGenuine(request.headers, body, secret, world.deployment.now()))
        return response.writeHead(500).end()
      const person = people.get(question.identifier)
      const ok = person !== undefined && question.password === theirPassword
      return response.end(JSON.stringify(ok ? { ok, person } : { ok: false }))
    }),
  )
  beforeAll(() => {
    const asks = { url: `${former.url}/passwords`, secret: [Buffer.alloc(32, 7)], source: 'test' }
    world.deployment.askFormer = formerSystem({ ...asks, until: Date.now() + days(30) }, () => world.service)
  })
  afterEach(() => {
    silent = false
    asked.length = 0
  })

  let ids = 0
  /** A person of the former system with a verified email. */
  const theirs = (more: Record<string, unknown> = {}) => {
    ids += 1
    const [id, email] = [`former ${ids}`, freshEmail()]
    const person = { id, email, email_verified: true, name: 'Ann Lee', language: 'en', birthday: '1990-01-02', ...more }
    for (const each of [person.email, more.mobile, more.username]) if (each) people.set(String(each), person)
    return { id, email: person.email }
  }
  const signIn = (account: string, password = theirPassword) => world.person().accountLoginV2({ account, password })
  const wrong = { ok: false, code: 'wrong_credentials' }

  it('happy: the first sign-in sends one request, imports the profile, and later ones send none', async () => {
    const mobile = freshMobile()
    const { email } = theirs({ mobile, mobile_verified: true, created: '2020-02-03T04:05:06Z' })
    expect(await signIn(email)).toMatchObject({ ok: true })
    expect(asked).toEqual([{ kind: 'email', identifier: email, password: theirPassword }])
    expect(await accountOf(world, 'email', email)).toMatchObject({
      ...{ email, mobile, name: 'Ann Lee', birthday: '1990-01-02', createdAt: Date.UTC(2020, 1, 3, 4, 5, 6) },
      passwordHash: expect.stringMatching(/^\$argon2id\$/),
    })
    for (const account of [email, mobile]) expect(await signIn(account)).toMatchObject({ ok: true })
    expect(asked).toHaveLength(1)
  })

  it('happy: a username signs in too, and the import report counts who has moved', async () => {
    const username = `ada-of-former-${ids}`
    const { id, email } = theirs({ username, email_verified: false })
    expect(await signIn(username)).toMatchObject({ ok: true })
    const people = [
      { id, email },
      { id: 'new', email: freshEmail() },
    ]
    const run = await importRecords(world, people)
    expect(run).toMatchObject({ lines: 2, taken: 1, known: 1, signedIn: 1, refused: 0 })
  })

  it('happy: two concurrent sign-ins both succeed, and create one account', async () => {
    const { email } = theirs()
    const both = await Promise.all([signIn(email), signIn(email)])
    const [one, other] = both.map((answer) => dataOf(answer).user_id)
    expect(one).toBe(other)
  })

  it('error: an unverified address, a suspended person, and another account’s address are not imported', async () => {
    const other = await world.registerMobile()
    const refused = [
      theirs({ email_verified: false }),
      theirs({ state: 'frozen' }),
      theirs({ mobile: other.mobile, mobile_verified: true }),
      theirs({ birthday: 'unreadable', created: 'never' }),
    ]
    for (const { email } of refused) {
      expect(await signIn(email)).toMatchObject(wrong)
      expect(await accountOf(world, 'email', email)).toBeUndefined()
    }
    expect(await signIn(other.mobile, goodPassword)).toMatchObject({ ok: true })
  })

  it('error: a silent former system is reported to everybody, and each try counts', async () => {
    silent = true
    const { email } = theirs()
    const { mobile } = await world.registerMobile()
    for (const account of [email, mobile]) expect(codeOf(await signIn(account, 'not the password'))).toBe('busy')
    expect(await signIn(mobile, goodPassword)).toMatchObject({ ok: true })
    for (let tried = 1; tried < 5; tried += 1) expect(codeOf(await signIn(email))).toBe('busy')
    expect(codeOf(await signIn(email))).toBe('captcha_required')
    expect(world.logged()).toContain('the former system gave no answer')
  })

  it('security: a wrong password for an existing account sends the former system a made-up identifier', async () => {
    const { mobile } = await world.registerMobile()
    const typed = 'a password of another site'
    expect(await signIn(mobile, typed)).toMatchObject(wrong)
    expect(await signIn(freshEmail(), typed)).toMatchObject(wrong)
    expect(asked.map(({ kind, password }) => [kind, password === typed])).toEqual([
      ['mobile', false],
      ['email', true],
    ])
    expect(asked[0]?.identifier).toMatch(/^\+999\d{9}$/)
  })

  it('security: a person who moved and changed the address is not imported again by the old one', async () => {
    const { email } = theirs()
    const { user_id } = dataOf(await signIn(email))
    await world.storage.accounts.unbind({ kind: 'email', value: email, accountId: user_id })
    expect(await signIn(email)).toMatchObject(wrong)
  })

  it('happy: after its end date the former system is not asked', async () => {
    const { email } = theirs()
    world.passMinutes(31 * 24 * 60)
    expect(await signIn(email)).toMatchObject(wrong)
    expect(asked).toEqual([])
  })
})
