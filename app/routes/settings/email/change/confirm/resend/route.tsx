import { emailPurpose } from '#contract/purposes'
import { resend } from '~/codes/resend.server'
import { rebindEmail } from '~/flows/rebind-email.server'

const type = emailPurpose.changeToNew

const again = resend({
  page: '/settings/email/change/confirm',
  step: (args) => rebindEmail.require(args, 'confirm'),
  send: { email: (client, email, { ticket }) => client.sendEmailCode({ email, type, verify_ticket: ticket }) },
})

export const loader = again.loader
export const action = again.action
export { ParkedForm as default } from '~/step-up/parked-form'
