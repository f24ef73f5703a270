import { emailPurpose } from '#contract/purposes'
import { resend } from '~/codes/resend.server'
import { lostMobileByEmail } from '~/flows/lost-mobile.server'

const again = resend({
  page: '/account-help/mobile-lost/email/code',
  step: (args) => lostMobileByEmail.require(args, 'code'),
  send: { email: (client, email) => client.sendEmailCode({ email, type: emailPurpose.notSignedIn }) },
})

export const loader = again.loader
export const action = again.action
export { ParkedForm as default } from '~/step-up/parked-form'
