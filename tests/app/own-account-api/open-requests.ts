import { expect } from 'vitest'
import { done } from '#contract/server'
import { openInfo } from '#tests/app/authorisation/authorise'
import type { Browser, withFakeAccountApi } from '#tests/app/browser/browser'

export const redirect_uri = 'https://orchard.example/callback?tenant=7'
export const state = 'a b&c=%2F"\\+#'

/** The parameters of an application. */
export const asked = { client_key: 'orchard', scope: 'openid email', source: 'mail', redirect_uri, state }

export const ticket = 'ticket-of-a-person-0001'
const { expires_at, subjects, login_hint, ...openInfoOfPlain } = openInfo

/** What an account API that holds no requests answers about one, to a person who is signed in and to one who is not. */
export const info = { ...openInfoOfPlain, returns_to: redirect_uri }
export const unknown = { ...info, person: null, needs: ['sign_in' as const] }

/** A person and their password. */
export const typed = { account: 'ann', password: 'fourteen calm violins' }

/** The address at which an application begins. */
export const beginAt = (parameters: Record<string, string> = asked) =>
  `/login/authorize?${new URLSearchParams(parameters)}`

/** The address of the application with an answer, and with its own value unless that is to be another. */
export const backWith = (answer: Record<string, string>, states = [state]) => {
  const url = new URL(redirect_uri)
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value)
  for (const each of states) url.searchParams.append('state', each)
  return url.href
}
export const back = backWith({ code: 'c' })

/** Begins a request in a browser. Returns its page. */
export const begin = async (browser: Browser, parameters?: Record<string, string>) => {
  const { status, location } = await browser.visit(beginAt(parameters))
  expect([status, location]).toEqual([303, expect.stringMatching(/^\/login\/authorize\/[\w-]{22}$/)])
  return location ?? ''
}

/** The names of the cookies that hold requests. */
export const askedCookies = ({ jar }: Browser) => [...jar.keys()].filter((name) => name.startsWith('butterfly_asked.'))

type Fake = ReturnType<typeof withFakeAccountApi>

/** The calls about requests that the account API got. */
export const openCalls = (fake: Fake) => fake.received.filter(({ name }) => name.startsWith('open'))

/** The account API knows the application, and answers its request. */
export const answerRequests = (fake: Fake): void => {
  fake.answers({ openAuthInfo: done(info), openWebAuth: done({ redirect_url: back }) })
}
