import { qrSignIn } from '~/flows/qr-sign-in.server'
import { type LoaderFunctionArgs, reply } from '~/framework'
import { requireData } from '~/navigation/guards.server'
import { lookAtQrCode } from '~/sign-in/qr-code.server'

// Where the QR code of this browser stands, for the island of its page.
export const loader = async (args: LoaderFunctionArgs) => {
  const step = await qrSignIn.require(args, 'code')
  const { status } = await requireData(args, await lookAtQrCode(args, step))
  return reply({ status })
}
