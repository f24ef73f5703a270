import { qrRequest } from '~/flows/qr-request.server'
import type { LoaderFunctionArgs } from '~/framework'
import { fileAnswer } from '~/navigation/file-answer'
import { qrPicture } from '~/pictures/qr-picture.server'

// The picture of the QR code that this browser has asked for.
export const loader = async (args: LoaderFunctionArgs) => {
  const { url } = await qrRequest.require(args, 'code')
  return fileAnswer(qrPicture(url), { cacheControl: 'no-store' })
}
