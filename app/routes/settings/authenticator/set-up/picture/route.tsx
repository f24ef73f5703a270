import { qrPicture } from '~/features/pictures/qr-picture.server'
import { authenticatorSetUp } from '~/flows/accounts/authenticator-set-up.server'
import type { LoaderFunctionArgs } from '~/framework'
import { fileAnswer } from '~/navigation/file-answer'
import { requireSignedIn } from '~/navigation/guards/guards.server'

// The QR code of the secret that this browser sets up. No cache may keep it.
export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  return fileAnswer(qrPicture((await authenticatorSetUp.require(args, 'scan')).uri), { cacheControl: 'no-store' })
}
