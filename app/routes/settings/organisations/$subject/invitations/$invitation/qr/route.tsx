import type { LoaderFunctionArgs } from '~/framework'
import { fileAnswer } from '~/navigation/file-answer'
import { problem } from '~/navigation/problem'
import { requireActing } from '~/organisation/acting.server'
import { requireInvitation } from '~/organisation/invitations.server'
import { qrPicture } from '~/pictures/qr-picture.server'

// The URL of a link as a QR code, for those who may see that URL. The address of the picture has no secret in it.
export const loader = async (args: LoaderFunctionArgs) => {
  await requireActing(args, 'invitation.read')
  const { link } = await requireInvitation(args)
  if (link === null) throw problem('gone')
  return fileAnswer(qrPicture(link), { cacheControl: 'no-store' })
}
