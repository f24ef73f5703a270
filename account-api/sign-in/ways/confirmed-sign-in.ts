import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { isOpen } from '#account-api/accounts/account/account-record'
import { maskEmail, maskMobile } from '#account-api/accounts/account/identifier'
import { reachedAddresses } from '#account-api/accounts/account/reach'
import { record } from '#account-api/accounts/activity/activity'
import { tell } from '#account-api/accounts/notices/notice'
import type { Factor } from '#account-api/accounts/sessions/factor'
import { type SignIn, signIn } from '#account-api/accounts/sessions/pending-sign-in'
import type { From } from '#account-api/kernel/from'
import { count } from '#account-api/kernel/limits/limits'
import { findTicket, issueTicket, redeemTicket } from '#account-api/kernel/tickets/ticket'
import { inTransaction, type Rule, type Service, type Stores, type Transaction } from '#account-api/sign-in/service'
import type { Target } from '#account-api/verification/codes/code'
import { consumeCode, type Judgement, type TypedCode } from '#account-api/verification/codes/code'
import { boundingGuesses } from '#account-api/verification/codes/guesses'
import { judgePassword, type RefusedPassword, type RightPassword } from '#account-api/verification/passwords/judge'
import { emailPurpose } from '#contract/terms/purposes'
import { signingInBy } from './counted-sign-in'

const purpose = 'confirm_sign_in'

export interface ConfirmingWay {
  way: Exclude<Factor, 'mobile'>
  masked: string
}

/** The answer to a correct code for a number whose account has not been used for a long time. */
export interface ToConfirm {
  ok: false
  code: 'confirmation_required'
  ticket: string
  ways: ConfirmingWay[]
}

interface Proven {
  mobile: string
  visitor: string
  endOthers: boolean
}

/**
 * The ways to confirm a sign-in by SMS to an account. Empty: the number is its only factor. An email without a channel
 * cannot be used, but still keeps out a person with only the number.
 */
export const confirmingWaysOf = ({ email, passwordHash }: AccountProfile): ConfirmingWay[] => [
  ...(email ? [{ way: 'email' as const, masked: maskEmail(email) }] : []),
  ...(passwordHash ? [{ way: 'password' as const, masked: '' }] : []),
]

/** Issues the ticket for a sign-in that has to be confirmed, and notifies the email of the account, once a day. */
export const askToConfirm = async (
  stores: Transaction,
  { account, from, ...proven }: Proven & { account: AccountProfile; from: From },
): Promise<ToConfirm> => {
  const entitled = { purpose, value: JSON.stringify(proven), address: proven.mobile, accountId: account.id }
  const ticket = await issueTicket(stores, entitled)
  const told = await count(stores, 'oldNumberUses', { subject: account.id, at: stores.deployment.now() })
  if (told.within) {
    const detail = maskMobile(proven.mobile)
    await record(stores, { accountId: account.id, kind: 'old_number_used', from, detail })
    const to = account.email === null ? [] : [{ channel: 'email' as const, to: account.email }]
    await tell(stores, { account, to, change: 'old_number_used', detail })
  }
  const { email } = reachedAddresses(stores.deployment, account)
  return { ok: false, code: 'confirmation_required', ticket, ways: confirmingWaysOf({ ...account, email }) }
}

interface Presented {
  ticket: string
  visitor: string
}

/** The account of a ticket, if the browser is the one that got it and the number still belongs to the account. */
const findProven = async (
  stores: Stores,
  { ticket, visitor }: Presented,
): Promise<{ account: AccountProfile; proven: Proven } | undefined> => {
  const found = await findTicket(stores, ticket, [purpose])
  if (!found?.accountId) return undefined
  const proven = JSON.parse(found.value) as Proven
  const account = await stores.accounts.profile(found.accountId)
  return account?.mobile === proven.mobile && proven.visitor === visitor ? { account, proven } : undefined
}

/** Where the code that confirms a sign-in is sent. Undefined: the ticket is invalid, or the account has no email. */
export const confirmingTarget = async ({ storage }: Service, presented: Presented): Promise<Target | undefined> => {
  const email = (await findProven(storage, presented))?.account.email
  return email ? { channel: 'email', to: email, type: emailPurpose.login } : undefined
}

type Confirmed = (SignIn & { ok: true }) | { ok: false; code: 'ticket_refused' }

const refused = { ok: false, code: 'ticket_refused' } as const

type Confirmation = Presented & { from: From }

type ConfirmationByCode = Confirmation & { code: string; asker: string }

const codeOf = (email: string, { code, asker }: ConfirmationByCode): TypedCode => ({
  target: { channel: 'email', to: email, type: emailPurpose.login },
  code,
  named: { asker },
})

/** Confirms a sign-in by the code sent to the account's email. A wrong code leaves the ticket. */
export const confirmByCode = boundingGuesses(
  inTransaction<ConfirmationByCode, Confirmed | Exclude<Judgement, { ok: true }>>(async (stores, confirmation) => {
    const email = (await findProven(stores, confirmation))?.account.email
    if (!email) return refused
    const judgement = await consumeCode(stores, codeOf(email, confirmation))
    if (!judgement.ok) return judgement
    return confirm(stores, { ...confirmation, way: 'email', stillHas: (account) => account.email === email })
  }),
  async (confirmation, { storage }) => {
    const email = (await findProven(storage, confirmation))?.account.email
    const typed = email ? [codeOf(email, confirmation)] : []
    return { typed, clientAddress: confirmation.from.clientAddress }
  },
)

/** Confirms a sign-in by the password of the account. A wrong one leaves the ticket. */
export const confirmByPassword = async (
  service: Service,
  { password, isPerson, ...confirmation }: Confirmation & { password: string; isPerson: () => Promise<boolean> },
): Promise<Confirmed | RefusedPassword> => {
  const found = await findProven(service.storage, confirmation)
  if (!found) return refused
  const identifier = { kind: 'username' as const, value: found.account.username }
  const judged = await judgePassword(service, { identifier, password, from: confirmation.from, isPerson })
  if (!judged.ok) return judged
  return signingInBy(service, judged, () => confirmProven(service, { ...confirmation, judged }))
}

const confirmProven = inTransaction<Confirmation & { judged: RightPassword }, Confirmed>(
  async (stores, { judged, ...confirmation }) => {
    await judged.uncount(stores)
    const { passwordHash } = judged.account
    const stillHas = (account: AccountProfile) => account.passwordHash === passwordHash
    return confirm(stores, { ...confirmation, way: 'password', stillHas })
  },
)

/** Uses up the ticket and signs in. The account does not change until the transaction ends. */
const confirm: Rule<
  Confirmation & { way: ConfirmingWay['way']; stillHas: (account: AccountProfile) => boolean },
  Confirmed
> = async (stores, { ticket, visitor, way, stillHas, from }) => {
  const redeemed = await redeemTicket(stores, ticket, purpose)
  if (!redeemed) return refused
  const { mobile, endOthers, ...proven } = JSON.parse(redeemed.value) as Proven
  const holder = await stores.accounts.keepHolderOf('mobile', mobile)
  const account = holder && (await stores.accounts.profile(holder.id))
  if (account?.id !== redeemed.accountId || proven.visitor !== visitor) return refused
  if (!isOpen(account) || !stillHas(account)) return refused
  const proves: Factor[] = ['mobile', way]
  return { ok: true, ...(await signIn(stores, { account, way: 'sms', proves, from, endOthers })) }
}
