import * as oidc from 'openid-client'
import { type Party, registerParty } from '#tests/account-api/applications/protocol/parties'
import { postAs } from '#tests/account-api/applications/protocol/tokens'
import { operate } from '#tests/account-api/applications/services/services'
import { dataOf, type World } from '#tests/account-api/worlds/world'
import { type AtBrowser, answerAt } from './answers'

/** The answer to a device that polls. */
type Told = { status: number; error?: string } & Partial<oidc.TokenEndpointResponse>

/** An application that may sign people in on devices. */
export const registerDeviceParty = async (world: World, options: Parameters<typeof registerParty>[1] = {}) => {
  const party = await registerParty(world, options)
  await operate(world, 'client', 'device', party.key, 'yes')
  return party
}

/** Starts a device’s request. */
export const askOnDevice = (world: World, party: Party, fields: Record<string, string> = {}) =>
  postAs(world, party, '/oidc/device/auth', { scope: 'openid profile', ...fields })

/** The same by openid-client. */
export const askedOnDevice = ({ config }: Party, fields: Record<string, string> = {}) =>
  oidc.initiateDeviceAuthorization(config, { scope: 'openid profile', ...fields })

/** Polls for a device’s tokens. */
export const poll = async (world: World, party: Party, device_code: string): Promise<Told> => {
  const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
  const answer = await postAs(world, party, '/oidc/token', { grant_type, device_code })
  return { status: answer.status, ...((await answer.json()) as object) }
}

/** A user code in the form that a call takes. */
export const plain = (userCode: string): string => userCode.replace('-', '')

/** Continues with a typed code: the request begins in this browser, which gets its cookies as from the web app. */
export const beginAt = async ({ browser, client }: AtBrowser, userCode: string) => {
  const { request } = dataOf(await client.openDeviceBegin({ user_code: plain(userCode) }))
  if (!request) throw new Error('declined')
  const { request_uid, browser_key, resume_key, resume_path } = request
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

/** Types a code and answers its request. Returns the page at which the browser ends. */
export const answerOnDevice = async (
  person: AtBrowser,
  { user_code }: { user_code: string },
  answer: { scopes: string; deny?: 1; sec_subject_uid?: string },
): Promise<string> => answerAt(person, { ...(await beginAt(person, user_code)), ...answer })
