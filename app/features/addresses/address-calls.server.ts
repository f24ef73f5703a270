import type { Client } from '#contract/client'
import type { Act } from '#contract/terms/acts'
import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'

/** The purposes of codes: one name for both kinds of address. */
export type AddressPurpose = keyof typeof emailPurpose

const mobilePurposes: Record<AddressPurpose, number> = {
  ...mobilePurpose,
  // Signs in to an existing account. Without an account, the page asks before it creates one.
  login: mobilePurpose.loginOnly,
  modifyPassword: mobilePurpose.verifyOld,
}

/** The act that a code to a bound address can prove. */
const actOf = { verifyOld: 'binding', modifyPassword: 'password' } as const
type ProofPurpose = keyof typeof actOf

/** The address, if it is not the bound one, and the ticket of an earlier proof, if needed. */
interface Sending {
  to?: string
  verify_ticket?: string
}

/** A code that was sent to an address: `key` names it. */
interface Sent {
  to: string
  key?: string | undefined
}

/** The code that a person typed. */
interface Proof {
  sent: Sent
  code: string
}

export interface Registration extends Proof {
  password?: string | undefined
  terms_version?: string
  invite_ticket?: string
}

/** Activates the account that an organisation created for an address, by its owner. */
interface Activation extends Registration {
  sec_user_identity_ids?: string[]
}

/** The organisation that is created with a new account, and the name of its manager. */
interface NewSubject {
  subject_name: string
  deputy_name: string
}

/** An address of another account, and the ticket that takes it over. In a change, also the proof of the old address. */
interface Takeover {
  to: string
  ticket: string
  verify_ticket?: string
}

/** 1: a change waits if a second factor is missing. */
interface Waiting {
  wait?: number
}

/** The choice to wait, which a button of the second verification adds to a form. */
export const waitOf = ({ wait }: { wait?: string | undefined }): Waiting => (wait === undefined ? {} : { wait: 1 })

const mobileProof = ({ to, key }: Sent) => ({ mobile: to, ...smsKey({ key }) })
const emailProof = ({ to, key }: Sent) => ({ email: to, ...emailKey({ key }) })
/** The field for the key of a code, in the call that checks it. */
export const smsKey = ({ key }: Pick<Sent, 'key'>) => (key === undefined ? {} : { sms_code_key: key })
export const emailKey = ({ key }: Pick<Sent, 'key'>) => (key === undefined ? {} : { email_code_key: key })

/** The calls of the account API that exist for both kinds of address, with the same name and input for both. */
export const addressCalls = {
  mobile: (client: Client) => ({
    sendCode: (purpose: AddressPurpose, { to, ...more }: Sending = {}) =>
      client.sendCode({ type: mobilePurposes[purpose], ...(to !== undefined && { mobile: to }), ...more }),
    verify: (purpose: ProofPurpose, { sent, code }: Proof, act: Act = actOf[purpose]) =>
      client.verifyMobile({ code, ...smsKey(sent), type: mobilePurposes[purpose], act }),
    bind: ({ sent, code }: Proof) => client.bindMobile({ ...mobileProof(sent), code }),
    rebind: ({ sent, ...more }: Proof & Waiting & { ticket: string }) =>
      client.rebindMobile({ ...mobileProof(sent), ...more }),
    switchBind: ({ to, ...tickets }: Takeover) => client.switchBind({ mobile: to, ...tickets }),
    unbind: (wishes: Waiting & { without_address?: number }) =>
      client.unbindPlatform({ platform: 'mobile', ...wishes }),
    signIn: ({ sent, code }: Proof) => client.smsLoginOnly({ ...mobileProof(sent), code, need_frozen_user: 1 }),
    register: ({ sent, ...more }: Registration) => client.registerByMobile({ ...mobileProof(sent), ...more }),
    createSubject: ({ sent, ...more }: Registration & NewSubject) =>
      client.createSubjectByMobile({ ...mobileProof(sent), ...more }),
    sendActivation: (to: string) => client.sendActivationCode({ mobile: to }),
    activate: ({ sent, ...more }: Activation) => client.activateAccount({ ...mobileProof(sent), ...more }),
    resetPassword: ({ sent, ...more }: Proof & { password: string }) =>
      client.resetPasswordByMobile({ ...mobileProof(sent), ...more }),
  }),
  email: (client: Client) => ({
    sendCode: (purpose: AddressPurpose, { to, ...more }: Sending = {}) =>
      client.sendEmailCode({ type: emailPurpose[purpose], ...(to !== undefined && { email: to }), ...more }),
    verify: (purpose: ProofPurpose, { sent, code }: Proof, act: Act = actOf[purpose]) =>
      client.verifyEmail({ code, ...emailKey(sent), type: emailPurpose[purpose], act }),
    bind: ({ sent, code }: Proof) => client.bindEmail({ ...emailProof(sent), code }),
    rebind: ({ sent, ...more }: Proof & Waiting & { ticket: string }) =>
      client.rebindEmail({ ...emailProof(sent), ...more }),
    switchBind: ({ to, ...tickets }: Takeover) => client.switchBind({ email: to, ...tickets }),
    unbind: (wishes: Waiting & { without_address?: number }) => client.unbindPlatform({ platform: 'email', ...wishes }),
    signIn: ({ sent, code }: Proof) => client.emailCodeLogin({ ...emailProof(sent), code, need_frozen_user: 1 }),
    // An account with only an email needs a password, so the form has required one.
    register: ({ sent, password = '', ...more }: Registration) =>
      client.registerByEmail({ ...emailProof(sent), password, ...more }),
    createSubject: ({ sent, password = '', ...more }: Registration & NewSubject) =>
      client.createSubjectByEmail({ ...emailProof(sent), password, ...more }),
    sendActivation: (to: string) => client.sendActivationCode({ email: to }),
    activate: ({ sent, ...more }: Activation) => client.activateAccount({ ...emailProof(sent), ...more }),
    resetPassword: ({ sent, ...more }: Proof & { password: string }) =>
      client.resetPasswordByEmail({ ...emailProof(sent), ...more }),
  }),
}
