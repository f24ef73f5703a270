import { emailPurpose } from '#contract/purposes'
import { resend } from '~/codes/resend.server'
import { emailSignIn } from '~/flows/email-sign-in.server'

const again = resend({
  page: '/login/email/code',
  step: (args) => emailSignIn.require(args, 'code'),
  send: { email: (client, email) => client.sendEmailCode({ email, type: emailPurpose.login }) },
})

export const loader = again.loader
export const action = again.action
export { ParkedForm as default } from '~/step-up/parked-form'
