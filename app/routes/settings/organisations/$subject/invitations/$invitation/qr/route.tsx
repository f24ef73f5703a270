import { requireActing } from '~/features/organisations/acting.server'
import { requireInvitation } from '~/features/organisations/invitations.server'
import { qrPicture } from '~/features/pictures/qr-picture.server'
import type { LoaderFunctionArgs } from '~/framework'
import { fileAnswer } from '~/navigation/file-answer'
import { problem } from '~/navigation/problem'

// The URL of a link as a QR code, for people who may see that URL. The address of the picture contains no secret.
export const loader = async (args: LoaderFunctionArgs) => {
  await requireActing(args, 'invitation.read')
  const { link } = await requireInvitation(args)
  if (link === null) throw problem('gone')
  return fileAnswer(qrPicture(link), { cacheControl: 'no-store' })
}
