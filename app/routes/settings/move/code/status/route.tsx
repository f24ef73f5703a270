import { qrMove } from '~/flows/qr-move.server'
import { type LoaderFunctionArgs, reply } from '~/framework'
import { requireData, requireSignedIn } from '~/navigation/guards.server'
import { lookAtMove } from '~/sign-in/qr-code.server'

// Where the QR code of this browser stands, for the island of its page.
export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const step = await qrMove.require(args, 'code')
  const { status } = await requireData(args, await lookAtMove(args, step))
  return reply({ status })
}
