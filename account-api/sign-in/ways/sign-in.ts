import { type NewPerson, retried } from '#account-api/accounts/account/account'
import type { AccountRecord } from '#account-api/accounts/account/account-record'
import { isOpen } from '#account-api/accounts/account/account-record'
import { closedRegistration, type RegistrationClosed } from '#account-api/accounts/account/closed-registration'
import { type IdentifierOff, identifierOff, isOn } from '#account-api/accounts/account/identifiers-on'
import { isUnused } from '#account-api/accounts/account/unused'
import { keepProvenAddress } from '#account-api/accounts/pending-changes/pending-change'
import { type SignIn, signIn } from '#account-api/accounts/sessions/pending-sign-in'
import { openSession } from '#account-api/accounts/sessions/session'
import { type NotOpen, refuseNotOpen } from '#account-api/accounts/standing/not-open'
import type { From } from '#account-api/kernel/from'
import { admitting, createAdmitted } from '#account-api/organisations/invitations/admission'
import { inTransaction, type Transaction } from '#account-api/sign-in/service'
import { consumeCode, type Judgement, type TypedCode } from '#account-api/verification/codes/code'
import { boundingGuesses } from '#account-api/verification/codes/guesses'
import { issueProven, redeemProven } from '#account-api/verification/codes/proven-address'
import type { SignInWay } from '#contract/terms/activity'
import { askToConfirm, confirmingWaysOf, type ToConfirm } from './confirmed-sign-in'

export type SignedIn = SignIn & { ok: true; isNew?: boolean }

export interface SignInOptions {
  from: From
  endOthers: boolean
  /** True when a sign-in to a cancelled account gets a ticket that restores it. Default: true. */
  restores?: boolean | undefined
}

const guessOf = ({ target, code, named, from }: SignInOptions & TypedCode) => ({
  typed: [{ target, code, named }],
  clientAddress: from.clientAddress,
})

type SignedByCode = SignedIn | NotOpen | Exclude<Judgement, { ok: true }>

/** Signs in with a code by email. For an email without an account, every code is wrong. */
export const signInByEmailCode = boundingGuesses(
  inTransaction<SignInOptions & TypedCode, SignedByCode>(async (stores, { from, endOthers, restores, ...typed }) => {
    const judgement = await consumeCode(stores, typed)
    if (!judgement.ok) return judgement
    const account = await stores.accounts.keepHolderOf('email', typed.target.to)
    if (!account) return { ok: false, code: 'code_expired' }
    return signInTo(stores, account, { way: 'email', from, endOthers, restores })
  }),
  guessOf,
)

/** No account has this mobile. The ticket registers it. */
export interface NotRegistered {
  ok: false
  code: 'not_registered'
  ticket: string
}

/** The answer to the person of a mobile without an account. It has a ticket only if registering is possible. */
export const notRegistered = async (
  stores: Transaction,
  mobile: string,
): Promise<NotRegistered | RegistrationClosed> => {
  const closed = closedRegistration(stores.deployment)
  if (closed) return closed
  const ticket = await issueProven(stores, { kind: 'mobile', value: mobile })
  return { ok: false, code: 'not_registered', ticket }
}

/**
 * Signs in with a code by SMS. A mobile without an account is registered, or gets a ticket to continue with. So does a
 * mobile whose account has not been used for a long time, if another factor can confirm the sign-in.
 */
export const signInBySms = boundingGuesses(
  admitting(
    retried(
      inTransaction<
        SignInOptions & TypedCode & NewPerson & { visitor: string; registers: boolean },
        SignedByCode | ToConfirm | NotRegistered | RegistrationClosed
      >(async (stores, { target, code, named, registers, ...asked }) => {
        const judgement = await consumeCode(stores, { target, code, named })
        if (!judgement.ok) return judgement
        const mobile = target.to
        const holder = await stores.accounts.keepHolderOf('mobile', mobile)
        if (!holder && !registers) return notRegistered(stores, mobile)
        return signInOrRegister(stores, { holder, mobile, ...asked })
      }),
    ),
  ),
  guessOf,
)

/** Signs in, or registers, with the ticket of a proven mobile. */
export const continueWithTicket = admitting(
  retried(
    inTransaction<
      NewPerson & { ticket: string; visitor: string; from: From },
      SignedIn | NotOpen | ToConfirm | IdentifierOff | { ok: false; code: 'ticket_refused' }
    >(async (stores, { ticket, ...asked }) => {
      const redeemed = await redeemProven(stores, ticket, 'mobile')
      if (!redeemed) return { ok: false, code: 'ticket_refused' }
      const mobile = redeemed.value
      // The ticket may come from the code of a registration, which did not stop a pending removal of the number.
      await keepProvenAddress(stores, { kind: 'mobile', value: mobile })
      const holder = await stores.accounts.keepHolderOf('mobile', mobile)
      // Creating an account has its own checks.
      const off = holder && identifierOff(stores.deployment, 'mobile')
      return off ?? signInOrRegister(stores, { holder, mobile, ...asked, endOthers: false })
    }),
  ),
)

/** Signs in to the account of a proven email, with the ticket of that email. */
export const continueByEmail = inTransaction<
  { ticket: string; from: From },
  SignedIn | NotOpen | { ok: false; code: 'ticket_refused' }
>(async (stores, { ticket, from }) => {
  const redeemed = await redeemProven(stores, ticket, 'email')
  if (!redeemed || !isOn(stores.deployment, 'email')) return { ok: false, code: 'ticket_refused' }
  // As above, the ticket may come from the code of a registration.
  await keepProvenAddress(stores, { kind: 'email', value: redeemed.value })
  const account = await stores.accounts.keepHolderOf('email', redeemed.value)
  if (!account) return { ok: false, code: 'ticket_refused' }
  return signInTo(stores, account, { way: 'email', from, endOthers: false })
})

interface ByMobile extends SignInOptions {
  mobile: string
  visitor: string
}

/**
 * Decides whether the person of a proven mobile may continue as the person of its account. If the account has not been
 * used for a long time, it needs another factor, if it has one. A cancelled account has to be restored first.
 */
export const judgeHolder = async (
  stores: Transaction,
  { holder, restores, ...proven }: ByMobile & { holder: AccountRecord },
): Promise<{ ok: true } | NotOpen | ToConfirm> => {
  const account = isUnused(stores.deployment, holder) ? await stores.accounts.profile(holder.id) : undefined
  if (account && isOpen(account) && confirmingWaysOf(account).length > 0)
    return askToConfirm(stores, { account, ...proven })
  return isOpen(holder) ? { ok: true } : refuseNotOpen(stores, holder, { by: { way: 'sms' }, restores })
}

const signInOrRegister = async (
  stores: Transaction,
  {
    holder,
    language,
    termsVersion,
    inviteTicket,
    ...proven
  }: ByMobile & NewPerson & { holder: AccountRecord | undefined },
): Promise<SignedIn | NotOpen | ToConfirm> => {
  const { mobile, from, endOthers } = proven
  if (holder) {
    const judged = await judgeHolder(stores, { holder, ...proven })
    if (!judged.ok) return judged
    return { ok: true, ...(await signIn(stores, { account: holder, way: 'sms', from, endOthers })) }
  }
  const identifiers = [{ kind: 'mobile', value: mobile } as const]
  const person = { language, termsVersion, inviteTicket }
  const id = await createAdmitted(stores, { ...person, identifiers, passwordHash: null })
  const session = await openSession(stores, {
    account: { id, passwordHash: null, asksAuthenticator: false },
    way: 'sms',
    from,
    isNew: true,
  })
  return { ok: true, session, isNew: true }
}

/**
 * Signs in to an account after its person was proven. A cancelled account has to be restored first.
 * @throws AccountChanged
 */
const signInTo = async (
  stores: Transaction,
  account: AccountRecord,
  { way, from, endOthers, restores }: SignInOptions & { way: SignInWay },
): Promise<SignedIn | NotOpen> => {
  if (!isOpen(account)) return refuseNotOpen(stores, account, { by: { way }, restores })
  return { ok: true, ...(await signIn(stores, { account, way, from, endOthers })) }
}
