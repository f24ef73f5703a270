import type { Client } from '../../contract/client'
import { emailPurpose, mobilePurpose } from '../../contract/purposes'

/** What a code is sent for: one name for both kinds of address. */
export type AddressPurpose = keyof typeof emailPurpose

const mobilePurposes: Record<AddressPurpose, number> = {
  ...mobilePurpose,
  // This purpose signs in to an account that exists. Where there is none, the page asks before one is made.
  login: mobilePurpose.loginOnly,
  modifyPassword: mobilePurpose.verifyOld,
}

/** The act that a code to a bound address is a proof for. */
const actOf = { verifyOld: 'binding', modifyPassword: 'password' } as const
type ProofPurpose = keyof typeof actOf

/** The address, where it is not the bound one, and the ticket of an earlier proof, where one is needed. */
interface Sending {
  to?: string
  verify_ticket?: string
}

/** An address with the code that proves it. */
interface Proof {
  to: string
  code: string
}

interface Registration extends Proof {
  password?: string | undefined
}

/** Whether a change waits where a second factor is lacking. */
interface Waiting {
  wait?: number
}

/** The wish of a form to wait, which the button of a second verification adds to it. */
export const waitOf = ({ wait }: { wait?: string | undefined }): Waiting => (wait === undefined ? {} : { wait: 1 })

/** The calls of the account API that exist for both kinds of address, with the same name and input for both. */
export const addressCalls = {
  mobile: (client: Client) => ({
    sendCode: (purpose: AddressPurpose, { to, ...more }: Sending = {}) =>
      client.sendCode({ type: mobilePurposes[purpose], ...(to !== undefined && { mobile: to }), ...more }),
    verify: (purpose: ProofPurpose, code: string) =>
      client.verifyMobile({ code, type: mobilePurposes[purpose], act: actOf[purpose] }),
    bind: ({ to, code }: Proof) => client.bindMobile({ mobile: to, code }),
    rebind: ({ to, ...more }: Proof & Waiting & { ticket: string }) => client.rebindMobile({ mobile: to, ...more }),
    switchBind: ({ to, ticket }: { to: string; ticket: string }) => client.switchBind({ mobile: to, ticket }),
    unbind: (waiting: Waiting) => client.unbindPlatform({ platform: 'mobile', ...waiting }),
    signIn: ({ to, code }: Proof) => client.smsLoginOnly({ mobile: to, code }),
    register: ({ to, ...more }: Registration) => client.registerByMobile({ mobile: to, ...more }),
    resetPassword: ({ to, ...more }: Proof & { password: string }) =>
      client.resetPasswordByMobile({ mobile: to, ...more }),
  }),
  email: (client: Client) => ({
    sendCode: (purpose: AddressPurpose, { to, ...more }: Sending = {}) =>
      client.sendEmailCode({ type: emailPurpose[purpose], ...(to !== undefined && { email: to }), ...more }),
    verify: (purpose: ProofPurpose, code: string) =>
      client.verifyEmail({ code, type: emailPurpose[purpose], act: actOf[purpose] }),
    bind: ({ to, code }: Proof) => client.bindEmail({ email: to, code }),
    rebind: ({ to, ...more }: Proof & Waiting & { ticket: string }) => client.rebindEmail({ email: to, ...more }),
    switchBind: ({ to, ticket }: { to: string; ticket: string }) => client.switchBind({ email: to, ticket }),
    unbind: (waiting: Waiting) => client.unbindPlatform({ platform: 'email', ...waiting }),
    signIn: ({ to, code }: Proof) => client.emailCodeLogin({ email: to, code }),
    // An account with an email alone needs a password, so the form has asked for one.
    register: ({ to, code, password = '' }: Registration) => client.registerByEmail({ email: to, code, password }),
    resetPassword: ({ to, ...more }: Proof & { password: string }) =>
      client.resetPasswordByEmail({ email: to, ...more }),
  }),
}
