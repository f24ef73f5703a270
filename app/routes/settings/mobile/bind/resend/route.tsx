import { mobilePurpose } from '#contract/purposes'
import { resend } from '~/codes/resend.server'
import { bindMobile } from '~/flows/bind-mobile.server'

const again = resend({
  page: '/settings/mobile/bind',
  step: (args) => bindMobile.require(args, 'code'),
  send: { mobile: (client, mobile) => client.sendCode({ mobile, type: mobilePurpose.bind }) },
})

export const loader = again.loader
export const action = again.action
export { ParkedForm as default } from '~/step-up/parked-form'
