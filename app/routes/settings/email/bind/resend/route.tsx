import { emailPurpose } from '#contract/purposes'
import { resend } from '~/codes/resend.server'
import { bindEmail } from '~/flows/bind-email.server'

const again = resend({
  page: '/settings/email/bind',
  step: (args) => bindEmail.require(args, 'code'),
  send: { email: (client, email) => client.sendEmailCode({ email, type: emailPurpose.bind }) },
})

export const loader = again.loader
export const action = again.action
export { ParkedForm as default } from '~/step-up/parked-form'
