import { type Act, acts } from '../../../contract/acts'
import { emailPurpose as email, mobilePurpose as mobile } from '../../../contract/purposes'
import type { Channel } from '../message/message'
import { resetLink } from '../password/reset-link'

/** Who may ask for a code of a purpose, and for which address. */
export interface Purpose {
  /** The message's name, also the key of its text. */
  name: string
  /**
   * anyone: for any address. holder: likewise, but only an address that has an account gets a code, another gets a
   * message that says so. own: signed in, for one's own address. new: signed in, for an address to be bound.
   */
  asker: 'anyone' | 'holder' | 'own' | 'new'
  /** The number under which codes are kept, where the specification gives one purpose two numbers. */
  slot: number
  /** The proof that has to come along: for which act, and of an address of which channel. */
  entitledBy?: { act: Act; by: readonly Channel[] }
  /** The acts that the code of one's own address can prove for. The first is meant where the call names none. */
  provesFor?: readonly [Act, ...Act[]]
  /** A link that the message carries beside the code, made for known and unknown addresses alike. */
  link?: typeof resetLink
}

/** The purpose of the ticket that a validated code of this slot is given. */
export const ticketPurpose = (channel: Channel, slot: number): string => `${channel}:${slot}`

const changesBinding = (by: Channel) => ({ act: 'binding', by: [by] }) as const
const transfers = { act: 'transfer', by: ['sms', 'email'] } as const

const purposes: Record<Channel, Record<number, Purpose>> = {
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
    [mobile.smsAuthorize]: { name: 'authorize', asker: 'holder', slot: mobile.smsAuthorize },
    [mobile.openAuthorize]: { name: 'authorize', asker: 'holder', slot: mobile.openAuthorize },
    [mobile.newManager]: {
      name: 'manager',
      asker: 'new',
      slot: mobile.newManager,
      entitledBy: transfers,
    },
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
    [email.newManager]: {
      name: 'manager',
      asker: 'new',
      slot: email.newManager,
      entitledBy: transfers,
    },
  },
}

/** The rules of a purpose number; the contract lets only known numbers in. */
export const purposeOf = (channel: Channel, number: number): Purpose => {
  const purpose = purposes[channel][number]
  if (!purpose) throw new Error(`no ${channel} purpose ${number}`)
  return purpose
}
