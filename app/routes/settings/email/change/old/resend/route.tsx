import { emailPurpose } from '#contract/purposes'
import { resend } from '~/codes/resend.server'
import { rebindEmail } from '~/flows/rebind-email.server'

const again = resend({
  page: '/settings/email/change/old',
  step: (args) => rebindEmail.require(args, 'old'),
  send: { email: (client) => client.sendEmailCode({ type: emailPurpose.verifyOld }) },
})

export const loader = again.loader
export const action = again.action
export { ParkedForm as default } from '~/step-up/parked-form'
