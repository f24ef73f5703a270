import { identityPictureSize } from '#account-api/accounts/pictures/kinds'
import { isPicture } from '#account-api/accounts/pictures/signature'
import type { PlatformProfile } from '#account-api/accounts/platforms/platform-store'
import { inTransaction, type Service } from '#account-api/addresses/service'
import { failureOf } from '#account-api/kernel/failures/failure'
import { count } from '#account-api/kernel/limits/limits'
import { newToken } from '#account-api/kernel/random'

interface Pictured {
  accountId: string
  profile: PlatformProfile
}

/**
 * Fetches the picture of an identity that was just bound, and stores it. Nobody waits for it, and a failure leaves the
 * identity without one. It counts as a new picture of the account, because it costs the same.
 */
export const keepIdentityPicture = async (service: Service, { accountId, profile }: Pictured): Promise<void> => {
  const { setting, storage } = service
  const { platform, pictureUrl: url } = profile
  if (url === undefined) return
  try {
    if (!(await count(storage, 'newPictures', { subject: accountId, at: setting.now() })).within) return
    const file = await setting.fetchPicture(url)
    if (!file || !isPicture(file)) return
    const made = await setting.makePicture(file, identityPictureSize)
    if (made.ok) await insert(service, { accountId, profile, base64: made.bytes.toString('base64') })
  } catch (error) {
    setting.warn({ ...failureOf(error), platform }, 'the picture of a third-party identity could not be kept')
  }
}

/** The picture of an identity that was unbound meanwhile is not kept. */
const insert = inTransaction<Pictured & { base64: string }, void>(async (stores, { accountId, profile, base64 }) => {
  const { platform, appId = '', openid } = profile
  const key = newToken(128)
  if (!(await stores.platforms.setPicture({ platform, appId, openid, accountId, picture: key }))) return
  const at = stores.setting.now()
  await stores.pictures.insert({ key, accountId, kind: 'identity', mediaType: 'image/jpeg', base64, at })
})
