import type { Client } from '../../contract/client'
import { emailPurpose, mobilePurpose } from '../../contract/purposes'

/** What codes are sent for, by one name for both kinds of address. */
export type AddressPurpose = keyof typeof emailPurpose

const mobilePurposes: Record<AddressPurpose, number> = {
  ...mobilePurpose,
  // Signs in to an account that exists; one is made only after the person was asked.
  login: mobilePurpose.loginOnly,
  modifyPassword: mobilePurpose.verifyOld,
}

/** What the ticket is a proof for that a code to a bound address brings. */
const actOf = { verifyOld: 'binding', modifyPassword: 'password' } as const
type ProofPurpose = keyof typeof actOf

/** What a code may be sent with: the address, unless it is the one that is bound, and the ticket of an earlier proof. */
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

/** The calls of the account API that there are for each kind of address, under one name and with one input. */
export const addressCalls = {
  mobile: (client: Client) => ({
    sendCode: (purpose: AddressPurpose, { to, ...more }: Sending = {}) =>
      client.sendCode({ type: mobilePurposes[purpose], ...(to !== undefined && { mobile: to }), ...more }),
    verify: (purpose: ProofPurpose, code: string) =>
      client.verifyMobile({ code, type: mobilePurposes[purpose], act: actOf[purpose] }),
    bind: ({ to, code }: Proof) => client.bindMobile({ mobile: to, code }),
    rebind: ({ to, ...more }: Proof & { ticket: string }) => client.rebindMobile({ mobile: to, ...more }),
    switchBind: ({ to, ticket }: { to: string; ticket: string }) => client.switchBind({ mobile: to, ticket }),
    unbind: () => client.unbindPlatform({ platform: 'mobile' }),
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
    rebind: ({ to, ...more }: Proof & { ticket: string }) => client.rebindEmail({ email: to, ...more }),
    switchBind: ({ to, ticket }: { to: string; ticket: string }) => client.switchBind({ email: to, ticket }),
    unbind: () => client.unbindPlatform({ platform: 'email' }),
    signIn: ({ to, code }: Proof) => client.emailCodeLogin({ email: to, code }),
    // The form has asked for a password, which an account with an email alone needs.
    register: ({ to, code, password = '' }: Registration) => client.registerByEmail({ email: to, code, password }),
    resetPassword: ({ to, ...more }: Proof & { password: string }) =>
      client.resetPasswordByEmail({ email: to, ...more }),
  }),
}
