import { emailPurpose } from '#contract/purposes'
import { resend } from '~/codes/resend.server'
import { emailReset } from '~/flows/password-reset.server'

const again = resend({
  page: '/account-help/password/email/code',
  step: (args) => emailReset.require(args, 'code'),
  send: { email: (client, email) => client.sendEmailCode({ email, type: emailPurpose.resetPassword }) },
})

export const loader = again.loader
export const action = again.action
export { ParkedForm as default } from '~/step-up/parked-form'
