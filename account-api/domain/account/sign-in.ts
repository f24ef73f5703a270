import { consumeCode, type Judgement, type Target } from '../code/code'
import { limitedAddress } from '../limit/address'
import { count, forget } from '../limit/limits'
import { passwordFits } from '../password/hash'
import { type StartedSession, startSession } from '../session/session'
import { type Setting, secondsUntil } from '../setting'
import type { AccountRecord, Stores } from '../storage'
import { issueTicket, redeemTicket } from '../ticket/ticket'
import { createAccount, IdentifierTaken } from './account'
import type { Identifier } from './identifier'

/** The purpose of a ticket whose holder has just proven a mobile. */
export const provenMobile = 'proven_mobile'

export interface SignedIn {
  ok: true
  session: StartedSession
  isNew: boolean
}

interface SignInOptions {
  language: string
  endOthers: boolean
}

/**
 * Signs in with a password. Unknown identifiers, accounts without a password and wrong passwords are answered alike,
 * with the same work. Failures are counted by what was typed and the client's address, before the password is looked
 * at, so that guesses made at once are counted too and the owner's other ways and addresses stay open.
 */
export const signInByPassword = async (
  setting: Setting,
  {
    identifier,
    password,
    address,
    endOthers,
  }: { identifier: Identifier; password: string; address: string; endOthers: boolean },
): Promise<
  SignedIn | { ok: false; code: 'wrong_credentials' } | { ok: false; code: 'password_locked'; retryAfter: number }
> => {
  const { storage } = setting
  const subject = `${identifier.kind}:${identifier.value}:${limitedAddress(address)}`
  const tries = await count(storage, 'wrongPasswords', { subject, at: setting.now() })
  if (!tries.within) return { ok: false, code: 'password_locked', retryAfter: secondsUntil(setting, tries.until) }
  const account = await holderOf(storage, identifier)
  const fits = await passwordFits(account?.passwordHash, password)
  if (!account || !fits) return { ok: false, code: 'wrong_credentials' }
  return storage.transaction(async (stores) => {
    await forget(stores, 'wrongPasswords', subject)
    const session = await startSession(setting, stores, { accountId: account.id, endOthers })
    return { ok: true, session, isNew: false }
  })
}

/** Who holds the identifier, or, for an address that nobody has proven, who claimed it first. */
const holderOf = async (stores: Stores, { kind, value }: Identifier): Promise<AccountRecord | undefined> => {
  const holder = await stores.accounts.holderOf(kind, value)
  // Both are looked up for every address, so that the work tells nothing.
  const claimant = kind === 'email' ? await stores.accounts.firstClaimantOf(value) : undefined
  return holder ?? claimant
}

/** Signs in with a code by email. An address without an account never has a right code. */
export const signInByEmailCode = async (
  setting: Setting,
  { target, code, endOthers }: { target: Target; code: string; endOthers: boolean },
): Promise<SignedIn | Exclude<Judgement, { ok: true }>> =>
  setting.storage.transaction(async (stores) => {
    const judgement = await consumeCode(setting, stores, target, code)
    if (!judgement.ok) return judgement
    const account = await stores.accounts.holderOf('email', target.to)
    if (!account) return { ok: false, code: 'code_expired' }
    return {
      ok: true,
      session: await startSession(setting, stores, { accountId: account.id, endOthers }),
      isNew: false,
    }
  })

/** Signs in with a code by SMS. A mobile without an account is given a ticket to go on with, or registered at once. */
export const signInBySms = async (
  setting: Setting,
  {
    target,
    code,
    language,
    endOthers,
    registers,
  }: SignInOptions & { target: Target; code: string; registers: boolean },
): Promise<SignedIn | Exclude<Judgement, { ok: true }> | { ok: false; code: 'not_registered'; ticket: string }> =>
  againIfTaken(setting, async (stores) => {
    const judgement = await consumeCode(setting, stores, target, code)
    if (!judgement.ok) return judgement
    const account = await stores.accounts.holderOf('mobile', target.to)
    if (!account && !registers) {
      const ticket = await issueTicket(setting, stores, { purpose: provenMobile, value: target.to })
      return { ok: false, code: 'not_registered', ticket }
    }
    return enter(setting, stores, { mobile: target.to, language, endOthers })
  })

/** Goes on with the ticket of a mobile that was just proven. */
export const continueWithTicket = (
  setting: Setting,
  { ticket, language }: { ticket: string; language: string },
): Promise<SignedIn | { ok: false; code: 'ticket_refused' }> =>
  againIfTaken(setting, async (stores) => {
    const redeemed = await redeemTicket(setting, stores, ticket, provenMobile)
    if (!redeemed) return { ok: false, code: 'ticket_refused' }
    return enter(setting, stores, { mobile: redeemed.value, language, endOthers: false })
  })

/** Somebody may register the mobile in the same moment: then there is an account to enter the second time. */
const againIfTaken = async <Result>(setting: Setting, work: (stores: Stores) => Promise<Result>): Promise<Result> => {
  try {
    return await setting.storage.transaction(work)
  } catch (error) {
    if (error instanceof IdentifierTaken) return setting.storage.transaction(work)
    throw error
  }
}

/** Into the account that holds a proven mobile, which is made where there is none. */
const enter = async (
  setting: Setting,
  stores: Stores,
  { mobile, language, endOthers }: SignInOptions & { mobile: string },
): Promise<SignedIn> => {
  const holder = await stores.accounts.holderOf('mobile', mobile)
  const accountId =
    holder?.id ??
    (await createAccount(setting, stores, {
      identifiers: [{ kind: 'mobile', value: mobile }],
      passwordHash: null,
      language,
    }))
  const session = await startSession(setting, stores, { accountId, endOthers })
  return { ok: true, session, isNew: holder === undefined }
}
