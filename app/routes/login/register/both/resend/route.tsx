import { emailPurpose, mobilePurpose } from '#contract/purposes'
import { resend } from '~/codes/resend.server'
import { registerBoth } from '~/flows/register-both.server'

const again = resend({
  page: '/login/register/both/code',
  step: (args) => registerBoth.require(args, 'code'),
  send: {
    mobile: (client, mobile) => client.sendCode({ mobile, type: mobilePurpose.register }),
    email: (client, email) => client.sendEmailCode({ email, type: emailPurpose.register }),
  },
})

export const loader = again.loader
export const action = again.action
export { ParkedForm as default } from '~/step-up/parked-form'
