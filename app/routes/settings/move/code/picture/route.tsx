import { qrMove } from '~/flows/qr-move.server'
import type { LoaderFunctionArgs } from '~/framework'
import { fileAnswer } from '~/navigation/file-answer'
import { requireSignedIn } from '~/navigation/guards.server'
import { qrPicture } from '~/pictures/qr-picture.server'

// The picture of the QR code that this browser has asked for.
export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const { url } = await qrMove.require(args, 'code')
  return fileAnswer(qrPicture(url), { cacheControl: 'no-store' })
}
