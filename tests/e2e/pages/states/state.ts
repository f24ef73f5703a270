import { readFileSync } from 'node:fs'
import { puzzlePool } from '../../../../account-api/channels/captcha/puzzle-pool'
import type { Puzzle, Subtype } from '../../../../account-api/domain/captcha/puzzle'
import { cancellationBlockers, captchaCodes } from '../../../../contract/errors'
import { done, refuse } from '../../../../contract/server'
import { infoOf, signedIn } from '../../../app/answers'
import { root } from '../../../fixtures/server'
import type { AppBrowser } from '../app-browser'

/** Leads a browser to a state of a page. */
export type Reach = (browser: AppBrowser) => Promise<unknown>

/** The states of pages by the path where they end, each with a name of its own. */
export type States = Record<string, Record<string, Reach>>

export const ticket = 'ticket-of-a-test-0001'
export const code = { code: '123456' }
export const mobile = { mobile: '138 0000 0001', region: 'CN' }
export const email = { email: 'ann@example.com' }
export const password = 'fourteen calm violins'
export const day = '2030-01-02T03:04:05.000Z'

/** A name without a place to break it. */
export const longName = 'Donaudampfschifffahrtsgesellschaft'

export const masked = { mobile: '+86 138****0001', email: 'a***@example.com' }

/** The second ways of an account with everything. */
export const ways = [
  { way: 'mobile' as const, masked: masked.mobile },
  { way: 'email' as const, masked: masked.email },
  { way: 'password' as const, masked: '' },
]

/** What accountInfo tells of accounts with one address or two. */
export const accounts = {
  mobile: infoOf(),
  email: infoOf({ mobile: null, email: masked.email, email_verified: true }),
  both: infoOf({ email: masked.email, email_verified: true }),
}

export const staleProof = refuse('second_verification_required', { sms_code_key: 'key-of-a-test-00000001', ways })

export const wrongCode = refuse('code_wrong', { field: 'code', tries_left: 4 })

/** The page says what is wrong with the form. */
export const refused = ({ shown }: AppBrowser): void => mustSay(shown.html, 'alert')

/** The page says what has happened. */
export const told = ({ shown }: AppBrowser): void => mustSay(shown.html, 'status')

const mustSay = (html: string, role: 'alert' | 'status') => {
  if (!html.includes(`role="${role}"`)) throw new Error(`The page has no role="${role}":\n${html}`)
}

/** A page opened by its address. */
export const opened =
  (address: string): Reach =>
  (browser) =>
    browser.open(address)

/** A form sent with nothing in it. */
export const refusedEmpty =
  (address: string): Reach =>
  async (browser) => {
    await browser.open(address)
    await browser.send()
    refused(browser)
  }

/** The cookies of a browser that has signed in. The fake account API believes them for any account. */
let signedInCookies: AppBrowser['cookies'] | undefined

/** Signs in to an account. */
export const signIn = async (browser: AppBrowser, account = accounts.mobile): Promise<void> => {
  browser.fake.answer('accountInfo', done(account))
  if (!signedInCookies) {
    browser.fake.answer('accountLoginV2', signedIn())
    await browser.open('/login')
    await browser.send({ account: 'ann', password })
    signedInCookies = browser.cookies
  }
  browser.cookies = signedInCookies
}

/** A page as somebody who has signed in opens it. */
export const openedSignedIn =
  (address: string, account = accounts.mobile): Reach =>
  async (browser) => {
    await signIn(browser, account)
    await browser.open(address)
  }

const puzzles = puzzlePool()
const drawn = new Map<Subtype, Promise<Puzzle>>()

/** The same puzzle for every page of a process. */
const puzzleOf = (subtype: Subtype): Promise<Puzzle> => {
  const puzzle = drawn.get(subtype) ?? puzzles.draw(subtype)
  drawn.set(subtype, puzzle)
  return puzzle
}

/** What a call answers that a captcha of this subtype stands before; the captcha itself is there to be shown. */
const asksForCaptcha = async ({ fake }: AppBrowser, subtype: Subtype) => {
  const puzzle = await puzzleOf(subtype)
  const parts = { scene: puzzle.scene, ...(puzzle.subtype === 'slide' && { piece: puzzle.piece }) }
  fake.answer(
    'getCaptcha',
    done({
      id: `challenge-of-${subtype}-0001`,
      code: captchaCodes[subtype],
      subtype,
      prompt: puzzle.subtype === '3d' ? puzzle.solution.wanted : {},
      pictures: Object.entries(parts).map(([part, { width, height }]) => ({
        part: part as keyof typeof parts,
        width,
        height,
      })),
      expires_at: day,
    }),
  )
  fake.answer('captchaPicture', ({ input }) =>
    done({
      media_type: 'image/png',
      bytes: new Uint8Array((input.part === 'piece' && parts.piece ? parts.piece : parts.scene).bytes),
    }),
  )
  return refuse('captcha_required', {
    decision: { code: captchaCodes[subtype], subtype, ticket: 'decision-of-a-test-0001' },
  })
}

/** A captcha is asked for at the sign-in. */
export const challenged =
  (subtype: Subtype): Reach =>
  async (browser) => {
    browser.fake.answer('accountLoginV2', await asksForCaptcha(browser, subtype))
    await browser.open('/login')
    await browser.send({ account: 'ann', password })
  }

/** A captcha is asked for when a code is sent again, at the page that the code is typed on. */
export const challengedAgain =
  (toTheCode: Reach): Reach =>
  async (browser) => {
    await toTheCode(browser)
    const decision = await asksForCaptcha(browser, 'text')
    for (const call of ['sendCode', 'sendEmailCode', 'sendSecondCode'] as const) browser.fake.answer(call, decision)
    await browser.press('resend_code')
  }

/** The product's own pictures, as base64 by kind. */
const defaults = JSON.parse(readFileSync(`${root}account-api/channels/picture/defaults.json`, 'utf8')) as Record<
  string,
  string[]
>

/** Any picture of an account: a default one by its key, and the first avatar for any other. */
export const picturesAreThere = ({ fake }: AppBrowser): void =>
  fake.answer('image', ({ input }) => {
    const [, kind = 'avatar', number = '1'] = /^default-(\w+)-(\d+)$/.exec(String(input.key)) ?? []
    const bytes = new Uint8Array(Buffer.from(defaults[kind]?.[Number(number) - 1] ?? '', 'base64'))
    return done({ media_type: 'image/jpeg', bytes })
  })

export const allBlockers = [...cancellationBlockers]
