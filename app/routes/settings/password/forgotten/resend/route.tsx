import { resend } from '~/codes/resend.server'
import { forgottenPassword, sendOwnCode } from '~/flows/forgotten-password.server'
import { requireSignedIn } from '~/navigation/guards.server'

const again = resend({
  page: '/settings/password/forgotten/code',
  step: async (args) => {
    await requireSignedIn(args)
    return forgottenPassword.require(args, 'code')
  },
  send: { sent: (client, _to, { way }) => sendOwnCode(client, way) },
})

export const loader = again.loader
export const action = again.action
export { ParkedForm as default } from '~/step-up/parked-form'
