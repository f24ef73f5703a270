import { beforeAll, expect, it } from 'vitest'
import type { Stores } from '#account-api/closing/service'
import { days, minutes } from '#account-api/kernel/time'
import type { OpenStorage } from '#account-api/start/storage'
import { endpointOf } from '#contract/call'
import { allCalls, type CallName } from '#contract/calls'
import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'
import { CookieJar } from '#contract/wire/cookie-jar'
import { formTokenCookie, headerNames } from '#contract/wire/headers'
import { signed } from '#tests/account-api/calls/signed'
import { solvedFor } from '#tests/account-api/verification/captchas/captchas'
import { describeWorlds, freshEmail, freshMobile, goodPassword, type World } from '#tests/account-api/worlds/worlds'
import { writeInto } from '#tests/fixtures/databases/look-into'

/** Two people, of whom only one has an account. Their masked addresses are equal. */
interface Person {
  mobile: string
  email: string
  username: string
}

type Step = [name: CallName, fields: (person: Person) => Record<string, string | number>]

const code = '000001'
const password = 'not the right password'
const chosen = { code, password: goodPassword }
const claim = 'the password of the claim'

/** A code to the mobile or to the email of a person, for the purpose of this name. */
const sms = (purpose: keyof typeof mobilePurpose): Step => [
  'sendCode',
  ({ mobile }) => ({ mobile, type: mobilePurpose[purpose] }),
]
const mail = (purpose: keyof typeof emailPurpose): Step => [
  'sendEmailCode',
  ({ email }) => ({ email, type: emailPurpose[purpose] }),
]

/** What a stranger can do with the identifiers of another person. Each step is one call. */
const attempts: Record<string, Step[]> = {
  'a sign-in by mobile and password': [['accountLoginV2', ({ mobile: account }) => ({ account, password })]],
  'a sign-in by a number without its country code': [
    ['accountLoginV2', ({ mobile }) => ({ account: mobile.slice(3), region: 'GB', password })],
  ],
  'a sign-in by email and password': [['accountLoginV2', ({ email: account }) => ({ account, password })]],
  'a sign-in by username and password': [['accountLoginV2', ({ username: account }) => ({ account, password })]],
  'a sign-in by email alone': [['emailLogin', ({ email }) => ({ email, password })]],
  'a sign-in by SMS': [
    sms('login'),
    ['smsLogin', ({ mobile }) => ({ mobile, code })],
    ['smsLoginOnly', ({ mobile }) => ({ mobile, code })],
  ],
  'a sign-in by email code': [mail('login'), ['emailCodeLogin', ({ email }) => ({ email, code })]],
  'a registration by mobile': [sms('register'), ['registerByMobile', ({ mobile }) => ({ mobile, ...chosen })]],
  'a registration by email': [mail('register'), ['registerByEmail', ({ email }) => ({ email, ...chosen })]],
  'a registration by both': [
    sms('register'),
    mail('register'),
    ['registerByMobileAndEmail', ({ mobile, email }) => ({ mobile, email, email_code: code, ...chosen })],
  ],
  'a claim of an email, and a sign-in with it': [
    ['registerByEmailUnverified', ({ email }) => ({ email, password: claim })],
    ['emailLogin', ({ email }) => ({ email, password: claim })],
  ],
  'a reset by mobile': [sms('resetPassword'), ['resetPasswordByMobile', ({ mobile }) => ({ mobile, ...chosen })]],
  'a reset by email': [mail('resetPassword'), ['resetPasswordByEmail', ({ email }) => ({ email, ...chosen })]],
  'a lost number, by email': [
    mail('notSignedIn'),
    ['validateEmailCode', ({ email }) => ({ email, type: emailPurpose.notSignedIn, code })],
  ],
  'a lost number, by password': [['verifyPassword', ({ mobile: account }) => ({ account, password })]],
}

/** The last four digits of a mobile and the first letter of an email are shown. */
const lookalikes = (): [Person, Person] => {
  const [mobile, email] = [freshMobile(), freshEmail()]
  const other = (text: string) => text.replace(/\d(?=\d{4}$)/, (digit) => String((Number(digit) + 5) % 10))
  return [
    { mobile, email, username: '' },
    { mobile: other(mobile), email: email.replace('person', 'people'), username: 'user-bcdfghjk' },
  ]
}

/** The parts that differ between any two answers, no matter whom they concern. Each has a fixed length. */
const alike = (text: string): string =>
  text.replaceAll(
    /"(user_id|sms_code_key|email_code_key|username|expires_at)":"([^"]*)"/g,
    (_all, name: string, value: string) => `"${name}":"${'x'.repeat(value.length)}"`,
  )

interface Seen {
  status: number
  headers: [string, string][]
  cookies: string[]
  text: string
  length: number
}

/** Sends calls as a fresh visitor, and answers all that a stranger sees of them. A captcha is solved. */
const sentBy = (world: World) => {
  const jar = new CookieJar()
  const address = `10.200.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`
  const send = async (name: CallName, fields: Record<string, string | number>, captchaTicket = ''): Promise<Seen> => {
    const row = allCalls.find((each) => each.name === name)
    if (!row) throw new Error(`no call ${name}`)
    const headers = {
      cookie: jar.header(),
      [headerNames.clientAddress]: address,
      [headerNames.formToken]: jar.get(formTokenCookie) ?? '',
      [headerNames.captchaTicket]: captchaTicket,
    }
    const { path } = endpointOf(row, 'web')
    const request =
      row.method === 'GET' ? { path, headers } : { path, headers, method: row.method, body: JSON.stringify(fields) }
    const answer = await fetch(world.baseUrl + path, signed(request))
    const text = await answer.text()
    jar.store(answer.headers.getSetCookie())
    const decision = captchaTicket === '' ? text.match(/"ticket":"([^"]+)".*captcha_required/)?.[1] : undefined
    if (decision !== undefined) return send(name, fields, await solvedFor(world, { jar, address }, decision))
    const cookies = answer.headers
      .getSetCookie()
      .map((cookie) => cookie.replace(/=[^;]*/, (value) => `=${value.length}`))
    const others = [...answer.headers].filter(([header]) => !['date', 'set-cookie', headerNames.logId].includes(header))
    return { status: answer.status, headers: others, cookies, text: alike(text), length: text.length }
  }
  return send
}

describeWorlds('what a stranger learns about existing accounts on $name', (world) => {
  beforeAll(() => world.listen())
  const done: string[] = []

  beforeAll(() => {
    world.service.storage = recording(world.storage, done)
  })

  /** What happened in the account of the person who has one. */
  const whose: Record<string, (userId: string) => Promise<unknown>> = {
    'an account': async () => undefined,
    'an account without a password': (id) =>
      writeInto(world.place, 'update accounts set password_hash = null where id = $1', [id]),
    'a cancelled account': (id) => world.storage.standing.cancel(id, world.deployment.now() + minutes(60)),
    'a frozen account': (id) => world.storage.standing.suspend(id, { at: world.deployment.now(), reason: 'stolen' }),
    'an account that nobody has used for 181 days': (id) =>
      writeInto(world.place, 'update accounts set last_used_at = $1 where id = $2', [Date.now() - days(181), id]),
  }
  const holders = Object.entries(whose)
  const cases = Object.keys(attempts).flatMap((name) => holders.map(([holder, happens]) => ({ name, holder, happens })))

  it.each(cases)('security: $name answers the same with $holder and without one, by the same work', async (given) => {
    const [known, unknown] = lookalikes()
    const registered = await world.registerBoth(known)
    const account = await world.storage.accounts.profile(registered.userId)
    await given.happens(registered.userId)
    // The two have one length, so that the answers can be compared by length.
    expect(account?.username).toHaveLength(unknown.username.length)
    const people = [{ ...known, username: account?.username ?? '' }, unknown]
    const seen = []
    for (const person of people) {
      const send = sentBy(world)
      await send('checkLogin', {})
      const answers = []
      for (const [call, fields] of attempts[given.name] ?? []) {
        done.length = 0
        answers.push({ call, ...(await send(call, fields(person))), work: [...done] })
      }
      seen.push(answers)
    }
    expect(seen[1]).toEqual(seen[0])
    for (const { status, work } of seen[0] ?? []) {
      expect(status).toBeLessThan(500)
      expect(work.length).toBeGreaterThan(0)
    }
  })
})

/** The same storage, which records each use. */
const recording = (storage: OpenStorage, done: string[]): OpenStorage => {
  const watched = <Some extends Stores>(stores: Some): Some =>
    new Proxy(stores, {
      get: (target, store) => {
        const found: unknown = Reflect.get(target, store)
        if (store === 'deployment' || typeof found !== 'object' || found === null) return found
        return new Proxy(found, {
          get: (methods, method) => {
            done.push(`${String(store)}.${String(method)}`)
            return Reflect.get(methods, method)
          },
        })
      },
    })
  return watched({ ...storage, transaction: (work) => storage.transaction((stores) => work(watched(stores))) })
}
