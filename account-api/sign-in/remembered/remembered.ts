import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { maskEmail, maskMobile, maskUsername } from '#account-api/accounts/account/identifier'
import { type Origin, originFrom } from '#account-api/accounts/sessions/origin'
import { lockPerson, type Person } from '#account-api/accounts/sessions/person'
import type { RememberedRecord } from '#account-api/accounts/sessions/remembered-store'
import { mark } from '#account-api/kernel/events/mark'
import type { From } from '#account-api/kernel/from'
import { sessionLongestMs } from '#account-api/kernel/lifetimes'
import { newId } from '#account-api/kernel/random'
import { markedWrite } from '#account-api/kernel/service'
import { days, seconds } from '#account-api/kernel/time'
import { type Deployment, inTransaction, type Rule, type Service } from '#account-api/sign-in/service'
import { newDeviceToken, readDeviceToken } from './device-token'

export const rememberedRule = {
  /** How long an account is remembered after its last use. */
  lifetimeMs: days(90),
  /** How long a second use of a token may count as a second click, instead of a sign of a copy. */
  secondClickMs: seconds(30),
  /** The maximum number of devices that remember an account. The least recently used ones forget it. */
  mostDevices: 10,
}

/**
 * How old the last proof at the device may be before a code is required. No session outlives the one that it begins.
 */
export const rememberedProofMs = (deployment: Deployment): number => Math.min(days(30), sessionLongestMs(deployment))

export interface Remembered {
  token: string
  /** The name in the list: neither a whole address nor a username. */
  masked: string
  /** The name and the picture of the account, if it has them. */
  name: string | null
  avatar: string | null
  expiresAt: number
}

/** How an account is shown on a device that remembers it. */
export const shownAtDevice = (account: AccountProfile): Pick<Remembered, 'masked' | 'name' | 'avatar'> => ({
  masked: maskedName(account),
  name: account.name,
  avatar: account.avatar,
})

/**
 * The name of an account, for a person at a device or with a ticket. Of a username, only the first and last letters are
 * shown.
 */
export const maskedName = ({ mobile, email, username }: AccountProfile): string => {
  if (mobile) return maskMobile(mobile)
  return email ? maskEmail(email) : maskUsername(username)
}

interface Used {
  account: AccountProfile
  /** The record of the used token. Missing: the device did not remember the account. */
  before?: RememberedRecord | undefined
  token: string
  sessionId: string
  /** The session's name for the device. A name in the previous record takes precedence. */
  deviceName: string | null
  provenAt: number
  origin: Origin
  from: From
}

/** Stores that a device remembers an account. The account has to be locked. */
export const keepRemembered: Rule<Used, Remembered> = async (
  stores,
  { account, before, token, sessionId, deviceName, provenAt, origin, from },
) => {
  const at = stores.deployment.now()
  const { familyHash, tokenHash } = readDeviceToken(token)
  const expiresAt = at + rememberedRule.lifetimeMs
  const { clientAddress, client } = from
  // A second click gets the token of the first, and counts as the same use.
  const isSecondClick = before?.tokenHash === tokenHash
  const record: RememberedRecord = {
    id: before?.id ?? newId(at),
    familyHash,
    tokenHash,
    previousHash: (isSecondClick ? before.previousHash : before?.tokenHash) ?? null,
    accountId: account.id,
    sessionId,
    clientAddress,
    client,
    provenAt,
    origin,
    deviceName: before ? before.deviceName : deviceName,
    usedAt: isSecondClick ? before.usedAt : at,
    expiresAt,
  }
  await mark(stores, stores.remembered.put(record, rememberedRule.mostDevices))
  return { token, ...shownAtDevice(account), expiresAt }
}

/**
 * Remembers the signed-in account on a device. Its proof is as old as the session's. Undefined: the session has ended,
 * or was passed on too often. `token`: the device's earlier token for this account, which ends; a token of another
 * account stays unchanged.
 */
export const rememberAccount = inTransaction<
  { person: Person; token?: string | undefined; from: From },
  Remembered | undefined
>(async (stores, { person, token, from }) => {
  const present = await lockPerson(stores, person)
  if (!present) return undefined
  const { account, session } = present
  const origin = originFrom(session)
  if (!origin) return undefined
  const had = token === undefined ? undefined : await stores.remembered.find(readDeviceToken(token).familyHash)
  if (had?.accountId === account.id) await stores.remembered.endOne(account.id, had.id)
  const { id: sessionId, provenAt, deviceName } = session
  return keepRemembered(stores, {
    account,
    token: newDeviceToken(),
    sessionId,
    deviceName,
    provenAt,
    origin,
    from,
  })
})

/** Removes an account from the list of a device. An old token removes nothing. */
export const forgetAccount = async ({ storage }: Service, token: string): Promise<void> => {
  const { familyHash, tokenHash } = readDeviceToken(token)
  await storage.remembered.end(familyHash, tokenHash)
}

export const listRememberedDevices = (
  { deployment, storage }: Service,
  { account }: Person,
): Promise<RememberedRecord[]> => storage.remembered.of(account.id, deployment.now())

/** Makes one device forget an account. False: the account has no such device. */
export const endRememberedDevice = (service: Service, { account }: Person, id: string): Promise<boolean> =>
  markedWrite(service, ({ remembered }) => remembered.endOne(account.id, id))
