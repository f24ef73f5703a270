import type { CodeChannel } from '#account-api/kernel/outbox/message'
import { type Act, acts } from '#contract/terms/acts'
import { emailPurpose as email, mobilePurpose as mobile } from '#contract/terms/purposes'
import { resetLink } from './reset-link'

/** The rules of a purpose: who may request a code, and for which address. */
export interface Purpose {
  /** The name of the message, and the key of its text. */
  name: string
  /**
   * anyone: for any address. holder: for any address, but an address without an account gets a message that says so.
   * own: signed in, for an address of the account. new: signed in, for an address that will be bound.
   */
  asker: 'anyone' | 'holder' | 'own' | 'new'
  /** The number under which codes are stored. Two numbers of the specification can share a purpose. */
  slot: number
  /** The proof that the call needs: its act, and the channel of the address. */
  entitledBy?: { act: Act; by: readonly CodeChannel[] }
  /** The acts that a code to the person's own address can prove. The first is the default. */
  provesFor?: readonly [Act, ...Act[]]
  /** Only calls in an organisation send its codes. */
  inOrganisation?: true
  /** Makes the link next to the code in the message, for known and unknown addresses alike. */
  link?: typeof resetLink
}

export const ticketPurpose = (channel: CodeChannel, slot: number): string => `${channel}:${slot}`

/** The purpose of a code that activates an account. It has no number in calls, because the specification lacks it. */
export const activationPurpose = 1001

/** The purpose of a code that proves a recovery address. It has no number in calls either. */
export const recoveryPurpose = 1002

const changesBinding = (by: CodeChannel) => ({ act: 'binding', by: [by] }) as const

const purposes: Record<CodeChannel, Record<number, Purpose>> = {
  sms: {
    [mobile.register]: { name: 'register', asker: 'anyone', slot: mobile.register },
    [mobile.login]: { name: 'login', asker: 'anyone', slot: mobile.login },
    [mobile.loginOnly]: { name: 'login', asker: 'anyone', slot: mobile.login },
    [mobile.resetPassword]: { name: 'reset_password', asker: 'holder', slot: mobile.resetPassword },
    [mobile.bind]: { name: 'bind', asker: 'new', slot: mobile.bind },
    [mobile.bindAfterLogin]: { name: 'bind', asker: 'new', slot: mobile.bind },
    [mobile.changeToNew]: { name: 'change', asker: 'new', slot: mobile.changeToNew, entitledBy: changesBinding('sms') },
    [mobile.verifyOld]: { name: 'verify', asker: 'own', slot: mobile.verifyOld, provesFor: acts },
    [mobile.verifyOldForChange]: { name: 'verify', asker: 'own', slot: mobile.verifyOld, provesFor: ['binding'] },
    [mobile.notSignedIn]: { name: 'verify', asker: 'holder', slot: mobile.notSignedIn },
    [mobile.smsAuthorize]: { name: 'authorize', asker: 'anyone', slot: mobile.smsAuthorize },
    [mobile.openAuthorize]: { name: 'authorize', asker: 'anyone', slot: mobile.openAuthorize },
    [activationPurpose]: { name: 'activate', asker: 'anyone', slot: activationPurpose },
    [mobile.newManager]: { name: 'manager', asker: 'own', slot: mobile.newManager, inOrganisation: true },
  },
  email: {
    [email.register]: { name: 'register', asker: 'anyone', slot: email.register },
    [email.login]: { name: 'login', asker: 'holder', slot: email.login },
    [email.resetPassword]: { name: 'reset_password', asker: 'holder', slot: email.resetPassword, link: resetLink },
    [email.modifyPassword]: {
      name: 'change_password',
      asker: 'own',
      slot: email.modifyPassword,
      provesFor: ['password'],
    },
    [email.bind]: { name: 'bind', asker: 'new', slot: email.bind },
    [email.verifyOld]: { name: 'verify', asker: 'own', slot: email.verifyOld, provesFor: acts },
    [email.changeToNew]: { name: 'change', asker: 'new', slot: email.changeToNew, entitledBy: changesBinding('email') },
    [email.notSignedIn]: { name: 'verify', asker: 'holder', slot: email.notSignedIn },
    [activationPurpose]: { name: 'activate', asker: 'anyone', slot: activationPurpose },
    [recoveryPurpose]: { name: 'recovery', asker: 'new', slot: recoveryPurpose },
    [email.newManager]: { name: 'manager', asker: 'own', slot: email.newManager, inOrganisation: true },
  },
}

/** The rules of a purpose number. The contract accepts known numbers only. */
export const purposeOf = (channel: CodeChannel, number: number): Purpose => {
  const purpose = purposes[channel][number]
  if (!purpose) throw new Error(`no ${channel} purpose ${number}`)
  return purpose
}
