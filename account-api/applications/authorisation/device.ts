import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { SessionRecord } from '#account-api/accounts/sessions/session-record'
import type { OwnedClient } from '#account-api/applications/clients/client-record'
import { isLivingClient } from '#account-api/applications/clients/client-rule'
import type { WaitingDevice } from '#account-api/applications/grants/protocol-record'
import { type Deployment, inTransaction, type Service, type Stores } from '#account-api/applications/service'
import { limitedClientAddress } from '#account-api/kernel/limits/client-address'
import { count, counted, limits, uncount } from '#account-api/kernel/limits/limits'
import { type TooManyRequests, tooManyRequests } from '#account-api/kernel/limits/too-many'
import { newToken } from '#account-api/kernel/random'
import { protocolPath } from '#contract/applications/open-paths'
import { derivedKey } from '#contract/wire/derived-key'
import { keysForBrowser } from './browser-key'
import { requestHash } from './request'

/** The path prefix at which a browser continues with the request of a device, after the answer. */
export const deviceResumePath = `${protocolPath}/device`

const hashBy = (secret: string, userCode: string): string =>
  createHmac('sha256', derivedKey(secret, 'user code of a device')).update(userCode).digest('base64url')

/** The stored form of a user code. The hash is keyed, because a code has only 34 bits. */
export const hashUserCode = ({ secrets: [secret = ''] }: Deployment, userCode: string): string =>
  hashBy(secret, userCode)

/** The stored forms that a typed user code may have. */
const hashesOf = ({ secrets }: Deployment, userCode: string): string[] =>
  secrets.map((secret) => hashBy(secret, userCode))

/**
 * Names a device code by the hash of its record, for places where the code must not appear. No code begins with a full
 * stop, so a client's code that does is refused.
 */
export const deviceReference = (hash: string): string => `.${hash}`
export const hashInReference = (id: string): string | undefined => (id.startsWith('.') ? id.slice(1) : undefined)

/** The fields of the library's record of a device code that are read here. */
const record = z.object({ clientId: z.string(), params: z.looseObject({ client_id: z.string() }) })

/** A typed user code, and who typed it. */
interface Typed {
  userCode: string
  session: SessionRecord | undefined
  clientAddress: string
}

interface AskingDevice {
  client: OwnedClient
  expiresAt: number
}

interface BegunRequest {
  uid: string
  browserKey: string
  resumeKey: string
  resumePath: string
  expiresAt: number
}

type Refused = TooManyRequests | { ok: false; code: 'no_such_user_code' | 'user_code_needs_sign_in' }
type NoClient = { ok: false; code: 'no_such_client' }

const visitors = 'visitors'

/** Who wrong codes are counted for: a person, or the client address of a signed-out visitor. */
const guesser = ({ session, clientAddress }: Typed) =>
  session
    ? ({ limit: 'wrongUserCodes', subject: session.accountId } as const)
    : ({ limit: 'wrongUserCodesFromAnAddress', subject: limitedClientAddress(clientAddress) } as const)

/** Runs `find` with a typed code, unless too many wrong ones were typed. `find` returns nothing for a wrong one. */
const unlessGuessed = async <Found>(
  { deployment, storage }: Service,
  typed: Typed,
  find: () => Promise<Found | undefined>,
): Promise<Found | Refused> => {
  const at = deployment.now()
  const { limit, subject } = guesser(typed)
  const ofAll = { subject: visitors, at }
  const isVisitor = typed.session === undefined
  if (isVisitor && (await counted(storage, 'wrongUserCodesOfVisitors', ofAll)) >= limits.wrongUserCodesOfVisitors.most)
    return { ok: false, code: 'user_code_needs_sign_in' }
  // Counted first, so concurrent attempts are no better than sequential ones.
  const { within, until } = await count(storage, limit, { subject, at })
  if (!within) return tooManyRequests(deployment, until)
  const found = await find()
  if (found !== undefined) {
    await uncount(storage, limit, { subject })
    return found
  }
  if (isVisitor) await count(storage, 'wrongUserCodesOfVisitors', ofAll)
  return { ok: false, code: 'no_such_user_code' }
}

const clientOf = async (stores: Stores, { payload }: WaitingDevice): Promise<OwnedClient | undefined> => {
  const client = await stores.openClients.find(record.parse(payload).clientId)
  return client && isLivingClient(client) && client.hasDeviceGrant ? client : undefined
}

/** The application of the device that shows a code. */
export const findDevice = (
  service: Service,
  typed: Typed,
): Promise<({ ok: true } & AskingDevice) | NoClient | Refused> =>
  unlessGuessed(service, typed, async () => {
    const { deployment, storage } = service
    const device = await storage.protocol.findByUserCode(hashesOf(deployment, typed.userCode), deployment.now())
    if (!device) return undefined
    const client = await clientOf(storage, device)
    if (!client) return { ok: false, code: 'no_such_client' } as const
    return { ok: true, client, expiresAt: device.expiresAt } as const
  })

/** Uses up the code of a device. Undefined when it is wrong or was used. */
const take = async (stores: Stores, userCode: string) => {
  const device = await stores.protocol.takeUserCode(hashesOf(stores.deployment, userCode), stores.deployment.now())
  if (!device) return undefined
  return (await clientOf(stores, device))
    ? ({ ok: true, device } as const)
    : ({ ok: false, code: 'no_such_client' } as const)
}

const begin = inTransaction<string, ({ ok: true } & BegunRequest) | NoClient | undefined>(async (stores, userCode) => {
  const taken = await take(stores, userCode)
  if (!taken?.ok) return taken
  const { hash, payload, expiresAt } = taken.device
  const uid = newToken(256)
  const resumePath = `${deviceResumePath}/${uid}`
  await stores.protocol.put({
    hash: requestHash(uid),
    // The record has the form that the library makes when a browser begins a request.
    payload: {
      kind: 'Interaction',
      iat: Math.floor(stores.deployment.now() / 1000),
      exp: Math.floor(expiresAt / 1000),
      returnTo: `${stores.deployment.publicUrl}${resumePath}`,
      prompt: { name: 'login', reasons: ['no_session'], details: {} },
      params: record.parse(payload).params,
      trusted: [],
      cid: newToken(128),
      deviceCode: deviceReference(hash),
    },
    expiresAt,
  })
  return { ok: true, uid, ...keysForBrowser(stores.deployment.secrets, uid), resumePath, expiresAt }
})

/** Begins the request of a device in the browser where its code was typed. Afterwards no other browser can. */
export const beginDeviceRequest = (service: Service, typed: Typed) =>
  unlessGuessed(service, typed, () => begin(service, typed.userCode))

const decline = inTransaction<string, { ok: true } | NoClient | undefined>(async (stores, userCode) => {
  const taken = await take(stores, userCode)
  if (!taken?.ok) return taken
  const { hash, payload } = taken.device
  await stores.protocol.change(hash, { ...payload, error: 'access_denied', errorDescription: 'the person declined' })
  return { ok: true }
})

/** Notes for a device that its person declines. Declining needs no proof. */
export const declineDevice = (service: Service, typed: Typed) =>
  unlessGuessed(service, typed, () => decline(service, typed.userCode))
