import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { record } from '#account-api/accounts/activity/activity'
import { inTransaction, type Rule, type Service } from '#account-api/accounts/service'
import type { From } from '#account-api/kernel/from'
import { count, uncount } from '#account-api/kernel/limits/limits'
import { newToken } from '#account-api/kernel/random'
import { secondsUntil } from '#account-api/kernel/time'
import { type PictureKind, pictureRule, type Refusal, type Size } from './kinds'
import { isPicture } from './signature'

export interface Picture {
  mediaType: 'image/jpeg'
  bytes: Buffer
}

/** The picture that an account will show. */
interface Shown {
  account: AccountProfile
  kind: PictureKind
  key: string
  from: From
}

/** Seconds in Retry-After when the machine is busy. */
const busySeconds = 5

/** Why an upload was not made into a picture. */
export type NotMade =
  | { ok: false; code: 'picture_refused'; reason: Refusal }
  | { ok: false; code: 'changed_too_often' | 'too_many_requests'; retryAfter: number }

export type Replaced = { ok: true; key: string } | NotMade

/** Replaces a picture of an account, and deletes the former one. */
export const replacePicture = async (
  service: Service,
  { account, kind, upload, from }: { account: AccountProfile; kind: PictureKind; upload: Uint8Array; from: From },
): Promise<Replaced> => {
  const made = await makeCounted(service, { accountId: account.id, upload, size: pictureRule[kind] })
  if (!made.ok) return made
  const key = newToken(128)
  await insert(service, { account, kind, key, base64: made.base64, at: service.deployment.now(), from })
  return { ok: true, key }
}

/**
 * Makes a picture of an upload, for an account. A file that does not begin like a picture is never decoded. Every
 * decoding counts towards the limit of the account, because decoding is what costs.
 */
export const makeCounted = async (
  { deployment, storage }: Service,
  { accountId, upload, size }: { accountId: string; upload: Uint8Array; size: Size },
): Promise<{ ok: true; base64: string } | NotMade> => {
  const refused = refusalOf(upload)
  if (refused) return { ok: false, code: 'picture_refused', reason: refused }
  const at = deployment.now()
  const limit = await count(storage, 'newPictures', { subject: accountId, at })
  if (!limit.within) return { ok: false, code: 'changed_too_often', retryAfter: secondsUntil(deployment, limit.until) }
  const made = await deployment.makePicture(upload, size)
  if (made.ok) return { ok: true, base64: made.bytes.toString('base64') }
  const { reason } = made
  if (reason === 'busy') await uncount(storage, 'newPictures', { subject: accountId })
  return reason === 'busy' || reason === 'out_of_time'
    ? { ok: false, code: 'too_many_requests', retryAfter: busySeconds }
    : { ok: false, code: 'picture_refused', reason }
}

const insert = inTransaction<Shown & { base64: string; at: number }, void>(async (stores, { base64, at, ...shown }) => {
  const { account, kind, key } = shown
  await stores.pictures.insert({ key, accountId: account.id, kind, mediaType: 'image/jpeg', base64, at })
  await show(stores, shown)
})

/** Why a file is refused before it is decoded. */
export const refusalOf = (upload: Uint8Array): Refusal | undefined => {
  if (upload.length === 0) return 'missing'
  if (upload.length > pictureRule.maxBytes) return 'too_large'
  return isPicture(upload) ? undefined : 'type'
}

type Chosen = { ok: true } | { ok: false; code: 'no_such_picture' }

/**
 * Makes an account show a default picture, or its own. A picture of another account is refused like a missing one. A
 * default picture replaces the account's own, which is deleted.
 */
export const choosePicture = inTransaction<Shown, Chosen>(async (stores, { account, kind, key, from }) => {
  if (!defaultKeys(kind).includes(key)) {
    // Locked, because a concurrent upload would delete the picture that is found here.
    await stores.accounts.lock(account.id)
    const own = await stores.pictures.find(key)
    if (own?.accountId !== account.id || own.kind !== kind) return { ok: false, code: 'no_such_picture' }
  }
  await show(stores, { account, kind, key, from })
  return { ok: true }
})

const show: Rule<Shown, void> = async (stores, { account, kind, key, from }) => {
  await stores.pictures.show({ accountId: account.id, kind, key, at: stores.deployment.now() })
  await record(stores, { accountId: account.id, kind: 'picture_changed', from, detail: kind })
}

/** The keys of the default pictures, which never change. */
export const defaultKeys = (kind: PictureKind): string[] =>
  Array.from({ length: pictureRule[kind].defaults }, (_, index) => `default-${kind}-${index + 1}`)

/** The key of the picture that an account shows. Without a choice, it is always the same default picture. */
export const pictureOf = (account: AccountProfile, kind: PictureKind): string => {
  const keys = defaultKeys(kind)
  // The end of an id is random.
  return account[kind] ?? (keys[Number.parseInt(account.id.slice(-4), 16) % keys.length] as string)
}

/** The picture with this key. Everybody who knows the key may see it. */
export const findPicture = async ({ deployment, storage }: Service, key: string): Promise<Picture | undefined> => {
  for (const kind of ['avatar', 'background'] as const) {
    const index = defaultKeys(kind).indexOf(key)
    if (index >= 0) return { mediaType: 'image/jpeg', bytes: deployment.defaultPicture(kind, index + 1) }
  }
  const base64 = (await storage.pictures.find(key))?.base64
  return base64 === undefined ? undefined : { mediaType: 'image/jpeg', bytes: Buffer.from(base64, 'base64') }
}
