import { resend } from '~/codes/resend.server'
import { cancelAccount } from '~/flows/cancel-account.server'

const again = resend({
  page: '/settings/cancel/verify',
  step: (args) => cancelAccount.require(args, 'code'),
  send: { code: (client, _to, { key, way }) => client.sendSecondCode({ sms_code_key: key, way }) },
})

export const loader = again.loader
export const action = again.action
export { ParkedForm as default } from '~/step-up/parked-form'
