import type { Client } from '#contract/client'
import type { qrPurposes } from '#contract/sign-in/qr'
import { CookieJar } from '#contract/wire/cookie-jar'
import { dataOf, type World } from '#tests/account-api/worlds/world'

/** The refusals of an unknown or expired code, and of a code that is already decided. */
export const gone = { ok: false, code: 'no_such_qrcode' }
export const overBy = (state: string) => ({ ok: false, code: 'qrcode_over', data: { state } })

interface Got {
  token: string
  qrcode_url: string
  letters: string | null
  matching_number: number | null
}

/** What a screen shows of a code: its two tokens, its letters, its number, and a wrong number. */
export const shownOf = <Checked>(got: Got, check: (half: string, look?: number) => Promise<Checked>) => {
  const { token: polling, letters, matching_number: number } = got
  if (letters === null || number === null) throw new Error('a code without letters, or without a number')
  const url = new URL(got.qrcode_url)
  const token = url.searchParams.get('token') ?? ''
  const poll = () => check(polling, 1)
  const take = () => check(polling)
  return { polling, token, url, letters, number, other: number === 99 ? 10 : number + 1, check, poll, take }
}

type Answered = { ok: true; data: object } | { ok: false; code: string; data: object }
type Seen = { token: string }
type Numbered = Seen & { number: number }

interface Kind<Shown, Phone, Asked extends unknown[]> {
  purpose: (typeof qrPurposes)[number]
  screen: (...asked: Asked) => Promise<Shown>
  phone: () => Promise<Phone>
  toScan: (client: Client, code: Seen) => Promise<Answered>
  scan: (client: Client, code: Seen) => Promise<Answered>
  answer: (client: Client, answer: Seen & { matching_number?: number | undefined; deny?: 1 }) => Promise<Answered>
  /** A screen’s answer for a code that gives it nothing, and for a code that a person has confirmed. */
  nothing: object
  gives: (userId: string) => object
}

/** Creates codes of one purpose that are shown and scanned, and optionally confirmed. */
export const codesOf = <Shown extends Numbered, Phone extends { client: Client }, Asked extends unknown[]>(
  kind: Kind<Shown, Phone, Asked>,
) => {
  const { screen, phone, scan, answer } = kind
  const confirm = (client: Client, { token, number }: Numbered) => answer(client, { token, matching_number: number })
  const deny = (client: Client, { token }: Seen) => answer(client, { token, deny: 1 })
  const scanned = async (...asked: Asked) => {
    const [shown, person] = [await screen(...asked), await phone()]
    dataOf(await scan(person.client, shown))
    return { ...shown, phone: person }
  }
  const confirmed = async (...asked: Asked) => {
    const code = await scanned(...asked)
    dataOf(await confirm(code.phone.client, code))
    return code
  }
  return { ...kind, confirm, deny, scanned, confirmed }
}

type Polled = { ok: true; data: { status: string } } | { ok: false; code: string }

export const statusOf = async ({ poll }: { poll: () => Promise<Polled> }) => dataOf(await poll()).status

/** Codes to sign in with, each in its own browser. */
export const signInCodes = (world: World) =>
  codesOf({
    purpose: 'sign_in',
    screen: async (leadsTo: { next?: string; service?: string } = {}) => {
      const jar = new CookieJar()
      const client = world.person({ jar })
      const check = (token: string, look?: number) => client.checkQrconnect({ token, look, ...leadsTo })
      const hasGiven = async () => dataOf(await client.checkLogin({})).signed_in
      return { ...shownOf(dataOf(await client.getQrcode(leadsTo)), check), jar, client, hasGiven }
    },
    phone: () => world.registerMobileOnly(),
    toScan: (client, { token }) => client.toScanQrcode({ token }),
    scan: (client, { token }) => client.scanQrcode({ token }),
    answer: (client, answer) => client.confirmQrcode(answer),
    nothing: { session: null },
    gives: (user_id) => ({ session: { user_id } }),
  })

/** Codes that move a phone’s mobile, just proven with the email, to a person with an email and no mobile. */
export const moveCodes = (world: World) =>
  codesOf({
    purpose: 'change_bind',
    screen: async () => {
      const { mobile, userId, client, email } = await world.registerBothFast()
      await world.storage.accounts.unbind({ kind: 'mobile', value: mobile, accountId: userId })
      const check = (token: string, look?: number) => client.checkChangeBindQrcode({ token, look })
      const hasGiven = async () => (await world.storage.accounts.profile(userId))?.mobile !== null
      return { ...shownOf(dataOf(await client.getChangeBindQrcode({})), check), client, userId, email, hasGiven }
    },
    phone: async () => {
      const person = await world.registerBothFast()
      for (const { id } of await world.sessionsOf(person.userId))
        await world.storage.sessions.prove(id, 'email', world.deployment.now())
      return person
    },
    toScan: (client, { token }) => client.toScanChangeBindQrcode({ token }),
    scan: (client, { token }) => client.scanChangeBindQrcode({ token }),
    answer: (client, answer) => client.confirmChangeBindQrcode({ platform: 'mobile', ...answer }),
    nothing: { moves: null, from: null, done: false },
    gives: () => ({ done: true }),
  })
