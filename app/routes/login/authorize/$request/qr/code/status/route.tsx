import { qrRequest } from '~/flows/qr-request.server'
import { type LoaderFunctionArgs, reply } from '~/framework'
import { lookAtRequestCode } from '~/qr/request-code.server'

// Where the QR code of this browser stands, for the island of its page.
export const loader = async (args: LoaderFunctionArgs) => {
  const step = await qrRequest.require(args, 'code')
  const { status } = await lookAtRequestCode(args, step)
  return reply({ status })
}
