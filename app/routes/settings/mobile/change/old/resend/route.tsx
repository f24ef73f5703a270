import { mobilePurpose } from '#contract/purposes'
import { resend } from '~/codes/resend.server'
import { rebindMobile } from '~/flows/rebind-mobile.server'

const again = resend({
  page: '/settings/mobile/change/old',
  step: (args) => rebindMobile.require(args, 'old'),
  send: { mobile: (client) => client.sendCode({ type: mobilePurpose.verifyOld }) },
})

export const loader = again.loader
export const action = again.action
export { ParkedForm as default } from '~/step-up/parked-form'
