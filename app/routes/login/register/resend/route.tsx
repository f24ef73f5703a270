import { mobilePurpose } from '#contract/purposes'
import { resend } from '~/codes/resend.server'
import { registerMobile } from '~/flows/register-mobile.server'

const again = resend({
  page: '/login/register/code',
  step: (args) => registerMobile.require(args, 'code'),
  send: { mobile: (client, mobile) => client.sendCode({ mobile, type: mobilePurpose.register }) },
})

export const loader = again.loader
export const action = again.action
export { ParkedForm as default } from '~/step-up/parked-form'
