import { emailPurpose } from '#contract/purposes'
import { resend } from '~/codes/resend.server'
import { registerEmail } from '~/flows/register-email.server'

const again = resend({
  page: '/login/register/email/code',
  step: (args) => registerEmail.require(args, 'code'),
  send: { email: (client, email) => client.sendEmailCode({ email, type: emailPurpose.register }) },
})

export const loader = again.loader
export const action = again.action
export { ParkedForm as default } from '~/step-up/parked-form'
