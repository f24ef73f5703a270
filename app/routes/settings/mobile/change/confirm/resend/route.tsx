import { mobilePurpose } from '#contract/purposes'
import { resend } from '~/codes/resend.server'
import { rebindMobile } from '~/flows/rebind-mobile.server'

const type = mobilePurpose.changeToNew

const again = resend({
  page: '/settings/mobile/change/confirm',
  step: (args) => rebindMobile.require(args, 'confirm'),
  send: { mobile: (client, mobile, { ticket }) => client.sendCode({ mobile, type, verify_ticket: ticket }) },
})

export const loader = again.loader
export const action = again.action
export { ParkedForm as default } from '~/step-up/parked-form'
