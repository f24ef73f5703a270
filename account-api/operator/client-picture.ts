import { pictureRule, type Refusal } from '../accounts/pictures/kinds'
import { refusalOf } from '../accounts/pictures/picture'
import { putIcon } from '../applications/clients/client-icon'
import { clientIconSize } from '../applications/clients/client-rule'
import type { Service, Transaction } from '../closing/service'
import { doAndLog, noClient } from './client-acts'
import { failed, type Said } from './said'

/** Gives a client a picture, which people see when it asks them, and erases the former one. */
export const replacePicture = async (service: Service, file: Uint8Array, key = ''): Promise<Said> => {
  // A file for no client costs no decoding.
  if (!(await service.storage.openClients.find(key))) return noClient(key)
  const refused = refusalOf(file)
  if (refused) return failed(refusalTexts[refused])
  const made = await service.setting.makePicture(file, clientIconSize)
  if (!made.ok) return failed(refusalTexts[made.reason])
  return show(service, key, made.bytes.toString('base64'))
}

/** Takes the picture of a client away. */
export const removePicture = (service: Service, key = ''): Promise<Said> => show(service, key, null)

const refusalTexts: Record<Refusal | 'busy' | 'out_of_time', string> = {
  missing: 'The file is empty.',
  type: 'The file is no JPEG, PNG, GIF or WebP.',
  too_large: `The file is larger than ${pictureRule.maxBytes / 1024 ** 2} MB.`,
  too_many_pixels: 'The picture has too many pixels. Make it smaller.',
  too_costly: 'The picture takes too long to read. Make it smaller, or save it as another kind of file.',
  damaged: 'The file is damaged.',
  busy: 'Too many pictures are being made at this moment. Try again.',
  out_of_time: 'The machine is too busy to read the picture. Try again.',
}

const show = async (service: Service, key: string, base64: string | null): Promise<Said> => {
  const act = async (stores: Transaction) => (await putIcon(service.setting, stores, { key, base64 })) !== undefined
  const isShown = await doAndLog(service, { key, kind: 'client_icon_changed', act })
  return isShown ? { ok: true, text: `${key} has ${base64 === null ? 'no' : 'a new'} picture.` } : noClient(key)
}
