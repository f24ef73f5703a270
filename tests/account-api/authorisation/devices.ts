import type { Client } from '../../../contract/client'
import { operate } from '../sso/services'
import type { World } from '../world'
import type { Browser } from './browser'
import { locationOf, type Party, registerParty } from './parties'

/** What a device is told when it asks. */
export interface Asked {
  device_code: string
  user_code: string
  verification_uri: string
  verification_uri_complete: string
  expires_in: number
  interval: number
}

const authorised = ({ key, secret }: Party): { headers: Record<string, string> } =>
  secret === undefined
    ? { headers: {} }
    : { headers: { authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}` } }

const post = ({ baseUrl }: World, path: string, party: Party, fields: Record<string, string>) =>
  fetch(baseUrl + path, {
    method: 'POST',
    ...authorised(party),
    body: new URLSearchParams({ ...(party.secret === undefined && { client_id: party.key }), ...fields }),
  })

/** An application that may sign people in on devices. */
export const registerDeviceParty = async (world: World, options: Parameters<typeof registerParty>[1] = {}) => {
  const party = await registerParty(world, options)
  await operate(world, 'client', 'device', party.key, 'yes')
  return party
}

/** A device begins. */
export const askOnDevice = (world: World, party: Party, fields: Record<string, string> = {}) =>
  post(world, '/oidc/device/auth', party, { scope: 'openid profile', ...fields })

export const askedOnDevice = async (world: World, party: Party, fields: Record<string, string> = {}): Promise<Asked> =>
  (await (await askOnDevice(world, party, fields)).json()) as Asked

export interface Told {
  status: number
  error?: string
  access_token?: string
  refresh_token?: string
  id_token?: string
  scope?: string
}

/** A device asks for its tokens. */
export const poll = async (world: World, party: Party, device_code: string): Promise<Told> => {
  const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
  const answer = await post(world, '/oidc/token', party, { grant_type, device_code })
  return { status: answer.status, ...((await answer.json()) as object) }
}

/** A user code as a call takes it. */
export const plain = (userCode: string): string => userCode.replace('-', '')

/** Goes on with a typed code: the request begins in this browser, which gets its cookies as from the web app. */
export const beginAt = async (browser: Browser, client: Client, userCode: string) => {
  const begun = await client.openDeviceBegin({ user_code: plain(userCode) })
  if (!begun.ok || !begun.data.request) throw new Error(`not begun: ${begun.ok ? 'declined' : begun.code}`)
  const { request_uid, browser_key, resume_key, resume_path } = begun.data.request
  const page = `/login/authorize/${request_uid}`
  for (const [name, key, path] of [
    ['openauth', browser_key, page],
    ['openauth_resume', resume_key, resume_path],
  ] as const) {
    browser.keep({ name, value: request_uid, path })
    browser.keep({ name: `${name}.sig`, value: key, path })
  }
  return { request_uid, browser_key }
}

/** Answers a request of a device, and says at which page the browser ends. */
export const answerAt = async (
  browser: Browser,
  client: Client,
  request: { request_uid: string; browser_key: string },
  scopes: string,
): Promise<string> => {
  const answered = await client.openWebAuth({ ...request, scopes, ...(scopes === '' && { deny: 1 }) })
  if (!answered.ok) throw new Error(`not answered: ${answered.code}`)
  return locationOf(await browser.visit(answered.data.redirect_url))
}
