import { randomBytes } from 'node:crypto'
import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { maskEmail, maskMobile } from '#account-api/accounts/account/identifier'
import { changeMethod } from '#account-api/accounts/method-changes/change'
import type { SealedSecret } from '#account-api/accounts/methods/authenticator-store'
import { allProven, type FactorLacking, judgeConfirmed } from '#account-api/accounts/methods/ledger'
import { endAccess } from '#account-api/accounts/sessions/end-access'
import { lockPerson, type Person } from '#account-api/accounts/sessions/person'
import type { From } from '#account-api/kernel/from'
import { findTicket, issueTicket, redeemTicket } from '#account-api/kernel/tickets/ticket'
import { type Changer, lockChanger, type NotChanged } from '#account-api/verification/methods/changer'
import { inTransaction, type Stores } from '#account-api/verification/service'
import { countWrong, lockedOut, stepOfCode, type WrongFactorCode } from './judge-code'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes'
import { openSecret, sealSecret } from './secret'
import { otpauthUri, toBase32, totpRule } from './totp'

const purpose = 'authenticator'

/** The account has an authenticator already, or has none. */
export type AlreadySet = { ok: false; code: 'already_bound' }
export type NotSet = { ok: false; code: 'nothing_bound' }

/** A secret that waits for its first code. */
export interface Enrolment {
  ok: true
  ticket: string
  /** As base32, for people who type it. */
  secret: string
  /** As an address, for the QR code. */
  uri: string
}

/**
 * Makes the secret of an authenticator. It waits in a ticket of this session, and does not count until a code of it is
 * typed. With `asks`, sign-ins will require it, so other factors have to confirm it first.
 */
export const startEnrolment = inTransaction<
  Changer & { language: 'en' | 'zh-Hans'; asks: boolean },
  Enrolment | NotChanged | AlreadySet | FactorLacking
>(async (stores, { language, asks, ...asked }) => {
  const changer = await lockChanger(stores, asked)
  if (!changer.ok) return changer
  const { account, session } = changer.present
  if (account.authenticatorSince !== null) return { ok: false, code: 'already_bound' }
  const { areEnough: isConfirmed, lacking } = judgeConfirmed(stores.deployment, changer, 'authenticator')
  if (asks && !isConfirmed) return { ok: false, code: 'factor_lacking', lacking }
  if (!(await changer.use())) return { ok: false, code: 'ticket_refused' }
  const secret = randomBytes(totpRule.secretBytes)
  const ticket = await issueTicket(stores, {
    purpose,
    value: JSON.stringify({ ...sealSecret(stores.deployment, account.id, secret), isConfirmed } satisfies Waiting),
    accountId: account.id,
    sessionId: session.id,
  })
  const names = {
    issuer: stores.deployment.application.names[language],
    account: nameInApp(account),
  }
  return { ok: true, ticket, secret: toBase32(secret), uri: otpauthUri(secret, names) }
})

/**
 * The name of an account in an app. Addresses are masked, because an app is set up before the second factor is proven.
 */
const nameInApp = ({ email, mobile, username }: AccountProfile): string => {
  if (email !== null) return maskEmail(email)
  return mobile === null ? username : maskMobile(mobile)
}

/** The data of a ticket. */
interface Waiting extends SealedSecret {
  /** True when other factors had confirmed it when the ticket was issued. */
  isConfirmed: boolean
}

/** The pending enrolment of a ticket, if this person got the ticket in this session. */
const findEnrolment = async (
  stores: Stores,
  { account, session }: Person,
  ticket: string,
): Promise<{ secret: Buffer; isConfirmed: boolean } | undefined> => {
  const found = await findTicket(stores, ticket, [purpose])
  if (found?.accountId !== account.id || found.sessionId !== session.id) return undefined
  const { isConfirmed, ...sealed } = JSON.parse(found.value) as Waiting
  const secret = openSecret(stores.deployment, account.id, sealed)
  return secret && { secret, isConfirmed }
}

interface Adding {
  person: Person
  ticket: string
  code: string
  /** True when sign-ins require it from now on. */
  asks: boolean
  from: From
}

type Added =
  | { ok: true; recoveryCodes: string[] }
  | WrongFactorCode
  | AlreadySet
  | FactorLacking
  | { ok: false; code: 'not_signed_in' | 'ticket_refused' }

/**
 * Gives an account the authenticator of a ticket, whose first code proves that the app has the secret, and ten recovery
 * codes. Every address is notified. A wrong code leaves the ticket. The authenticator is young unless other factors
 * have confirmed it, which is necessary if sign-ins will require it.
 */
export const addAuthenticator = inTransaction<Adding, Added>(async (stores, { person, ticket, code, asks, from }) => {
  const present = await lockPerson(stores, person)
  if (!present) return { ok: false, code: 'not_signed_in' }
  const { account } = present
  if (account.authenticatorSince !== null) return { ok: false, code: 'already_bound' }
  const found = await findEnrolment(stores, present, ticket)
  if (!found) return { ok: false, code: 'ticket_refused' }
  const now = judgeConfirmed(stores.deployment, { present, proven: undefined }, 'authenticator')
  const isConfirmed = found.isConfirmed || now.areEnough
  if (asks && !isConfirmed) return { ok: false, code: 'factor_lacking', lacking: now.lacking }
  const { secret } = found
  const accountId = account.id
  const locked = await lockedOut(stores, { accountId, place: 'session' })
  if (locked) return locked
  const at = stores.deployment.now()
  const step = stepOfCode(secret, code, at)
  if (step === undefined) return countWrong(stores, { accountId, place: 'session' })
  if (!(await redeemTicket(stores, ticket, purpose))) return { ok: false, code: 'ticket_refused' }
  const recoveryCodes = newRecoveryCodes()
  const make = async () => {
    const sealed = sealSecret(stores.deployment, accountId, secret)
    const countsFrom = isConfirmed ? at : undefined
    await stores.authenticators.put({ accountId, ...sealed, since: at, countsFrom, asks, lastStep: step })
    if (isConfirmed) await stores.sessions.prove(present.session.id, 'authenticator', at)
    // Every session that has not proven it ends.
    if (asks) await endAccess(stores, { accountId, from, kept: present.session, tokens: from.tokens ?? [] })
    const hashes = recoveryCodes.map((each) => hashRecoveryCode(accountId, each))
    await stores.authenticators.putRecoveryCodes(accountId, { hashes, at })
  }
  const provenBy = allProven(stores.deployment, present, undefined)
  await changeMethod(stores, { account, change: 'authenticator_added', provenBy, from, make })
  return { ok: true, recoveryCodes }
})
