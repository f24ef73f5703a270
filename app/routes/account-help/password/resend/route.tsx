import { mobilePurpose } from '#contract/purposes'
import { resend } from '~/codes/resend.server'
import { mobileReset } from '~/flows/password-reset.server'

const again = resend({
  page: '/account-help/password/code',
  step: (args) => mobileReset.require(args, 'code'),
  send: { mobile: (client, mobile) => client.sendCode({ mobile, type: mobilePurpose.resetPassword }) },
})

export const loader = again.loader
export const action = again.action
export { ParkedForm as default } from '~/step-up/parked-form'
