import { expect } from '@playwright/test'
import { type Client, createClient } from '#contract/client'
import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'
import { CookieJar } from '#contract/wire/cookie-jar'
import { SteadyClock } from '#contract/wire/steady-clock'
import type { Language } from '#tests/e2e/texts'
import { shownCode } from '#tests/fixtures/authenticators/app'
import { codeOf } from '#tests/fixtures/messages/post-office'
import { accountApiKey, type Pair } from '#tests/fixtures/programs/pair'
import type { Addressee, Visitor } from './pages'
import { goodPassword, newEmail, newMobile, newUsername } from './people'

const application = { aid: 'butterfly', key: accountApiKey }

/** What signs in to an account. */
interface Known {
  account: string
  password: string
}

interface Place {
  pair: Pair
  language: Language
  clientAddress: string
}

/** Makes accounts by calls of the contract, without a browser. */
export const accountsAt = ({ pair, language, clientAddress }: Place) => {
  // Asked for when an account is made: a deployment of others shows no account API.
  const baseUrl = () => `http://127.0.0.1:${pair.accountApiPort}`

  /** A client that signs by the servers' clock, which a test may have moved. */
  const newClient = (): Client =>
    createClient(
      { baseUrl: baseUrl(), application, timeoutMs: 25_000, clock: new SteadyClock(() => pair.clock.now()) },
      { variant: 'web', jar: new CookieJar(), language, clientAddress, userAgent: 'test' },
    )

  const codeTo = (to: string) => codeOf(pair.office, to)

  /** Registers, and signs out again, so that the browser's session is the only one. */
  const register = async (call: (client: Client) => Promise<{ ok: boolean }>): Promise<void> => {
    const client = newClient()
    expect(await call(client)).toMatchObject({ ok: true })
    expect(await client.logout({})).toMatchObject({ ok: true })
  }

  const sendSms = async (client: Client, mobile: string): Promise<string> => {
    expect(await client.sendCode({ mobile, type: mobilePurpose.register })).toMatchObject({ ok: true })
    return codeTo(mobile)
  }

  const sendMail = async (client: Client, email: string): Promise<string> => {
    expect(await client.sendEmailCode({ email, type: emailPurpose.register })).toMatchObject({ ok: true })
    return codeTo(email)
  }

  const signedIn = async ({ account, password }: Known): Promise<Client> => {
    const client = newClient()
    expect(await client.accountLoginV2({ account, password })).toMatchObject({ ok: true })
    return client
  }

  return {
    withMobile: async () => {
      const [mobile, password] = [newMobile(), goodPassword]
      await register(async (client) =>
        client.registerByMobile({ mobile, code: await sendSms(client, mobile), password }),
      )
      return { mobile, password }
    },
    withEmail: async ({ email = newEmail() } = {}) => {
      const password = goodPassword
      await register(async (client) => client.registerByEmail({ email, code: await sendMail(client, email), password }))
      return { email, password }
    },
    withBoth: async () => {
      const account = { mobile: newMobile(), email: newEmail(), password: goodPassword }
      await register(async (client) => {
        const [code, email_code] = [await sendSms(client, account.mobile), await sendMail(client, account.email)]
        return client.registerByMobileAndEmail({ ...account, code, email_code })
      })
      return account
    },
    /** Guesses at a password from the visitor's client address until the next attempt needs a captcha. */
    guess: async (account: string) => {
      for (let guess = 0; guess < 5; guess += 1)
        expect(await newClient().accountLoginV2({ account, password: `not the password ${guess}` })).toMatchObject({
          code: 'wrong_credentials',
        })
    },
    /** Gives an account a username. */
    rename: async (account: Known) => {
      const client = await signedIn(account)
      const username = newUsername()
      expect(await client.accountSet({ username })).toMatchObject({ ok: true })
      await client.logout({})
      return username
    },
    /** Gives an account an authenticator app. */
    withApp: async (account: Known) => {
      const client = await signedIn(account)
      const begun = await client.startAuthenticator({})
      if (!begun.ok) throw new Error(begun.code)
      const { ticket, secret: key } = begun.data
      const authenticator_code = shownCode(key, pair.clock.now())
      expect(await client.addAuthenticator({ ticket, authenticator_code })).toMatchObject({ ok: true })
      await client.logout({})
      return key
    },
    /** Signs in without a browser, and stays so. */
    signedIn,
    /** Calls the account API as somebody who is not signed in. */
    stranger: newClient,
  }
}

export type Accounts = ReturnType<typeof accountsAt>

/** A visitor for whom accounts can be made. */
export interface Guest extends Addressee {
  accounts: Accounts
  language: Language
  /** Where the web app is. */
  url: string
}

interface Credentials {
  mobile?: string
  email?: string
  password: string
}

/** Signs a browser in by the form of the sign-in page, which it does not show. */
export const signIn = async (visitor: Visitor, { mobile, email, password }: Credentials): Promise<void> =>
  post(visitor, '/login', { account: mobile ?? email ?? '', password })

/** Signs a browser in to an account that is made for it. */
const signedInWith = async <Account extends Credentials>(visitor: Guest, made: Promise<Account>): Promise<Account> => {
  const account = await made
  await signIn(visitor, account)
  return account
}

export const signedInWithMobile = (visitor: Guest) => signedInWith(visitor, visitor.accounts.withMobile())
export const signedInWithEmail = (visitor: Guest) => signedInWith(visitor, visitor.accounts.withEmail())
export const signedInWithBoth = (visitor: Guest) => signedInWith(visitor, visitor.accounts.withBoth())

/** Opens a page without showing it, and sends its form. */
const post = async ({ page }: Visitor, path: string, fields: Record<string, string>): Promise<void> => {
  const { request } = page.context()
  const html = await (await request.get(path)).text()
  const [, form_token = ''] = /name="form_token" value="([^"]+)"/.exec(html) ?? []
  const answer = await request.post(path, { form: { form_token, ...fields }, maxRedirects: 0 })
  if (answer.status() !== 303) throw new Error(`${path} answered ${answer.status()}:\n${await answer.text()}`)
}
