import { mobilePurpose } from '#contract/purposes'
import { resend } from '~/codes/resend.server'
import { smsSignIn } from '~/flows/sms-sign-in.server'

const again = resend({
  page: '/login/sms/code',
  step: (args) => smsSignIn.require(args, 'code'),
  send: { mobile: (client, mobile) => client.sendCode({ mobile, type: mobilePurpose.loginOnly }) },
})

export const loader = again.loader
export const action = again.action
export { ParkedForm as default } from '~/step-up/parked-form'
