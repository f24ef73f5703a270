import { pictureRule, type Refusal } from '#account-api/accounts/pictures/kinds'
import { refusalOf } from '#account-api/accounts/pictures/picture'
import { putIcon } from '#account-api/applications/clients/client-icon'
import { clientIconSize } from '#account-api/applications/clients/client-rule'
import type { Service, Transaction } from '#account-api/closing/service'
import type { OperatorHandling } from '#account-api/operator/handling'
import { refuse } from '#contract/server'
import { answering, noClient } from './client-acts'

const refusalTexts: Record<Refusal | 'busy' | 'out_of_time', string> = {
  missing: 'The file is empty.',
  type: 'The file is not a JPEG, PNG, GIF or WebP.',
  too_large: `The file is larger than ${pictureRule.maxBytes / 1024 ** 2} MB.`,
  too_many_pixels: 'The picture has too many pixels. Make it smaller.',
  too_costly: 'The picture takes too long to read. Make it smaller, or save it as another kind of file.',
  damaged: 'The file is damaged.',
  busy: 'Too many pictures are being made at this moment. Try again.',
  out_of_time: 'The machine is too busy to read the picture. Try again.',
}

const refusePicture = (reason: keyof typeof refusalTexts) =>
  refuse(reason === 'busy' || reason === 'out_of_time' ? 'busy' : 'picture_refused', refusalTexts[reason])

const show = (service: Service, key: string, base64: string | null) => {
  const act = async (stores: Transaction) => (await putIcon(stores, { key, base64 })) !== undefined
  return answering(service, { key, kind: 'client_icon_changed', act })
}

export const clientPictureHandlers = {
  // The previous picture is erased.
  replaceClientPicture: async ({ client_key: key, picture }, { service }) => {
    // A file for a missing client costs no decoding.
    if (!(await service.storage.openClients.find(key))) return noClient(key)
    const refused = refusalOf(picture)
    if (refused) return refusePicture(refused)
    const made = await service.deployment.makePicture(picture, clientIconSize)
    return made.ok ? show(service, key, made.bytes.toString('base64')) : refusePicture(made.reason)
  },

  removeClientPicture: ({ client_key: key }, { service }) => show(service, key, null),
} satisfies OperatorHandling
