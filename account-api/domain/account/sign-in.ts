import type { SignInWay } from '../../../contract/activity'
import type { From } from '../activity/activity'
import { isCancelled, offerToRestore, type StillCancelled } from '../cancellation/cancellation'
import { consumeCode, type Judgement } from '../code/code'
import type { Target } from '../code/target'
import { judgePassword, type RefusedPassword, type RightPassword, type TypedPassword } from '../password/judge'
import { inTransaction, type Service } from '../service'
import { AccountChanged, type StartedSession, startSession } from '../session/session'
import type { Setting } from '../setting'
import type { Transaction } from '../stores'
import { issueTicket, redeemTicket } from '../ticket/ticket'
import { keepProvenMobile } from '../unbinding/pending-unbinding'
import { createAccount, inRetriedTransaction } from './account'
import type { AccountRecord } from './account-store'

/** The purpose of a ticket whose holder has just proven a mobile. */
export const provenMobile = 'proven_mobile'

export interface SignedIn {
  ok: true
  session: StartedSession
  isNew: boolean
}

interface SignInOptions {
  from: From
  endOthers: boolean
}

/**
 * Signs in with a password. It lets in as long as the account has the one that was judged: who was late for a change is
 * answered as any other who has only the old one.
 */
export const signInByPassword = async (
  service: Service,
  { endOthers, from, ...typed }: Omit<TypedPassword, 'clientAddress'> & SignInOptions,
): Promise<SignedIn | StillCancelled | RefusedPassword> => {
  const judged = await judgePassword(service, { ...typed, clientAddress: from.clientAddress })
  if (!judged.ok) return judged
  try {
    return await enterByPassword(service, { judged, from, endOthers })
  } catch (error) {
    if (!(error instanceof AccountChanged)) throw error
    const now = await service.storage.accounts.profile(judged.account.id)
    // With that password still, it was cancelled.
    if (now && now.passwordHash === judged.account.passwordHash)
      return enterByPassword(service, { judged: { ...judged, account: now }, from, endOthers })
    return { ok: false, code: 'wrong_credentials' }
  }
}

const enterByPassword = inTransaction<SignInOptions & { judged: RightPassword }, SignedIn | StillCancelled>(
  async (setting, stores, { judged: { account, forget }, from, endOthers }) => {
    if (isCancelled(account)) {
      // An erasure that is under way is waited for: what it leaves has nobody to restore it.
      await stores.accounts.lock(account.id)
      if (!(await stores.accounts.profile(account.id))) throw new AccountChanged()
    }
    const entered = await open(setting, stores, account, { way: 'password', from, endOthers })
    await forget(stores)
    return entered
  },
)

interface TypedCode {
  target: Target
  code: string
}

type SignedByCode = SignedIn | StillCancelled | Exclude<Judgement, { ok: true }>

/** Signs in with a code by email. An address without an account never has a right code. */
export const signInByEmailCode = inTransaction<SignInOptions & TypedCode, SignedByCode>(
  async (setting, stores, { target, code, from, endOthers }) => {
    const judgement = await consumeCode(setting, stores, target, code)
    if (!judgement.ok) return judgement
    const account = await stores.accounts.keepHolderOf('email', target.to)
    if (!account) return { ok: false, code: 'code_expired' }
    return open(setting, stores, account, { way: 'email', from, endOthers })
  },
)

/** Signs in with a code by SMS. A mobile without an account is given a ticket to go on with, or registered at once. */
export const signInBySms = inRetriedTransaction<
  SignInOptions & TypedCode & { language: string; registers: boolean },
  SignedByCode | { ok: false; code: 'not_registered'; ticket: string }
>(async (setting, stores, { target, code, language, from, endOthers, registers }) => {
  const judgement = await consumeCode(setting, stores, target, code)
  if (!judgement.ok) return judgement
  const holder = await stores.accounts.keepHolderOf('mobile', target.to)
  if (!holder && !registers) {
    const ticket = await issueTicket(setting, stores, { purpose: provenMobile, value: target.to })
    return { ok: false, code: 'not_registered', ticket }
  }
  return enter(setting, stores, { holder, mobile: target.to, language, from, endOthers })
})

/** Goes on with the ticket of a mobile that was just proven. */
export const continueWithTicket = inRetriedTransaction<
  { ticket: string; language: string; from: From },
  SignedIn | StillCancelled | { ok: false; code: 'ticket_refused' }
>(async (setting, stores, { ticket, language, from }) => {
  const redeemed = await redeemTicket(setting, stores, ticket, provenMobile)
  if (!redeemed) return { ok: false, code: 'ticket_refused' }
  const mobile = redeemed.value
  // The code may have been that of a registration, which keeps no number.
  await keepProvenMobile(setting, stores, mobile)
  const holder = await stores.accounts.keepHolderOf('mobile', mobile)
  return enter(setting, stores, { holder, mobile, language, from, endOthers: false })
})

/** Into the account that holds a proven mobile, or into one that is made for it. */
const enter = async (
  setting: Setting,
  stores: Transaction,
  {
    holder,
    mobile,
    language,
    from,
    endOthers,
  }: SignInOptions & { holder: AccountRecord | undefined; mobile: string; language: string },
): Promise<SignedIn | StillCancelled> => {
  if (holder) return open(setting, stores, holder, { way: 'sms', from, endOthers })
  const identifiers = [{ kind: 'mobile', value: mobile } as const]
  const id = await createAccount(setting, stores, { identifiers, passwordHash: null, language })
  const session = await startSession(setting, stores, {
    account: { id, passwordHash: null },
    way: 'sms',
    from,
    isNew: true,
  })
  return { ok: true, session, isNew: true }
}

/**
 * Into an account whose person has proven that it is theirs. A cancelled one is not entered until it is restored.
 * @throws AccountChanged
 */
const open = async (
  setting: Setting,
  stores: Transaction,
  account: AccountRecord,
  { way, from, endOthers }: SignInOptions & { way: SignInWay },
): Promise<SignedIn | StillCancelled> => {
  if (isCancelled(account)) return offerToRestore(setting, stores, account)
  const session = await startSession(setting, stores, { account, way, from, endOthers })
  return { ok: true, session, isNew: false }
}
