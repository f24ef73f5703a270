import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { isOpen } from '#account-api/accounts/account/account-record'
import { maskEmail } from '#account-api/accounts/account/identifier'
import { timeZoneOf } from '#account-api/accounts/account/time-zone'
import { isUnused } from '#account-api/accounts/account/unused'
import { reportLost } from '#account-api/accounts/method-changes/change'
import { isLastAddress, isLastSignInMethod } from '#account-api/accounts/methods/kinds'
import { confirms, earlierHashOf, provesPassword, trustedFactors } from '#account-api/accounts/methods/ledger'
import { type Asked, pendingHours } from '#account-api/accounts/pending-changes/pending-change'
import { type SignIn, signIn } from '#account-api/accounts/sessions/pending-sign-in'
import { type NotOpen, refuseNotOpen, refuseSuspended } from '#account-api/accounts/standing/not-open'
import { type Deployment, inTransaction, type Service, type Stores } from '#account-api/addresses/service'
import type { From } from '#account-api/kernel/from'
import { hashToken } from '#account-api/kernel/random'
import { findTicket, issueTicket, redeemTicket } from '#account-api/kernel/tickets/ticket'
import type { TicketRecord } from '#account-api/kernel/tickets/ticket-store'
import { ticketPurpose } from '#account-api/verification/codes/purposes'
import type { LastAddress } from '#account-api/verification/methods/remove'
import {
  judgePassword,
  type RefusedPassword,
  type RightPassword,
  type TypedPassword,
} from '#account-api/verification/passwords/judge'
import { type Guarded, judgeGuardFromOutside } from '#account-api/verification/proofs/guard-proof'
import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'

/**
 * The purposes of the tickets of validated codes: 15 of the email, 34 of the number itself, as its new holder has it.
 */
const provenByCode = {
  [ticketPurpose('email', emailPurpose.notSignedIn)]: 'email',
  [ticketPurpose('sms', mobilePurpose.notSignedIn)]: 'mobile',
} as const
const passwordProven = 'password_proven'
const ticketPurposes = [...Object.keys(provenByCode), passwordProven]

/** The kind of the address that a ticket proves. Undefined for the ticket of a password. */
const kindProvenBy = ({ purpose }: TicketRecord): 'mobile' | 'email' | undefined => provenByCode[purpose]

/** Checks a password like a sign-in, and issues a ticket for its account. The ticket ends when the password changes. */
export const provePassword = async (
  service: Service,
  typed: TypedPassword,
): Promise<ProvenPassword | RefusedPassword> => {
  const judged = await judgePassword(service, typed)
  return judged.ok ? issueForPassword(service, judged) : judged
}

interface ProvenPassword {
  ok: true
  account: AccountProfile
  ticket: string
}

const issueForPassword = inTransaction<RightPassword, ProvenPassword | RefusedPassword>(async (stores, judged) => {
  const account = await stores.accounts.profile(judged.account.id)
  // If the password has changed since, the checked password proves nothing.
  if (!account?.passwordHash || account.passwordHash !== judged.account.passwordHash)
    return { ok: false, code: 'wrong_credentials' }
  const value = hashToken(account.passwordHash)
  const ticket = await issueTicket(stores, { purpose: passwordProven, value, accountId: account.id })
  await judged.uncount(stores)
  return { ok: true, account, ticket }
})

/** The effect that a ticket would have. Undefined when the ticket is no longer valid. */
export const findLostMobile = async (
  { deployment, storage }: Service,
  ticket: string,
): Promise<
  | { account: AccountProfile; pendingHours: number; passwordHelps: boolean; isLastAddress: boolean; byCode: boolean }
  | undefined
> => {
  const found = await findTicket(storage, ticket, ticketPurposes)
  const account = found && (await accountOf(storage, found))
  if (!account) return undefined
  const trusted = trustedFactors(deployment, account)
  const kind = kindProvenBy(found)
  const passwordHelps = kind !== undefined && trusted.includes(kind) && trusted.includes('password')
  return {
    account,
    pendingHours,
    passwordHelps,
    byCode: kind !== undefined,
    isLastAddress: await isLastAddress(storage, account, 'mobile'),
  }
}

export type Unbound =
  | (SignIn & { ok: true; timeZone: string })
  | { ok: true; takesEffectAt: number; timeZone: string }
  | NotOpen
  | Guarded
  | Exclude<Asked, { ok: true }>
  | { ok: false; code: 'ticket_refused' | 'nothing_bound' | 'last_way' }
  | LastAddress
  | OtherAddressRequired

/** The account has not been used for long, so its number may belong to another person by now. */
type OtherAddressRequired = { ok: false; code: 'other_address_required'; email: string }

interface Lost {
  ticket: string
  /** True when the person accepts that the account will have no address. */
  withoutAddress: boolean
  from: From
}

/**
 * Unbinds a lost number. The password together with a code to the email or to the number unbinds it at once, and signs
 * in. An intruder may have one of them, so with one alone the unbinding is pending, and the owner of another factor can
 * stop it.
 */
export const unbindLostMobile = async (
  service: Service,
  { password, isPerson, ...lost }: Lost & { password: string | undefined; isPerson: () => Promise<boolean> },
): Promise<Unbound | RefusedPassword> => {
  const found = await findLostMobile(service, lost.ticket)
  if (!found) return { ok: false, code: 'ticket_refused' }
  // Answered before the ticket is used up.
  const { account, byCode: alsoEarlier } = found
  if (account.mobile !== null && found.isLastAddress && !lost.withoutAddress)
    return { ok: false, code: 'last_address', username: account.username }
  if (password === undefined) return unbind(service, lost)
  const identifier = { kind: 'username' as const, value: found.account.username }
  const judged = await judgePassword(service, { identifier, password, from: lost.from, alsoEarlier, isPerson })
  return judged.ok ? unbind(service, { ...lost, judged }) : judged
}

const unbind = inTransaction<Lost & { judged?: RightPassword }, Unbound>(
  async (stores, { ticket, judged, withoutAddress, from }) => {
    const redeemed = await redeemTicket(stores, ticket, ...ticketPurposes)
    const found = redeemed && (await accountOf(stores, redeemed))
    if (!found) return { ok: false, code: 'ticket_refused' }
    await stores.accounts.lock(found.id)
    const account = await accountOf(stores, redeemed)
    if (account?.id !== found.id) return { ok: false, code: 'ticket_refused' }
    await judged?.uncount(stores)
    if (account.suspendedAt !== null) return refuseSuspended(stores, account)
    const { mobile } = account
    if (mobile === null) return { ok: false, code: 'nothing_bound' }
    if (await isLastSignInMethod(stores, account, 'mobile')) return { ok: false, code: 'last_way' }
    if (!withoutAddress && (await isLastAddress(stores, account, 'mobile')))
      return { ok: false, code: 'last_address', username: account.username }
    const kind = kindProvenBy(redeemed)
    const proven = kind && redeemed.value
    const timeZone = timeZoneOf(account)
    const isRight = judged !== undefined && provesPassword(stores.deployment, account, judged)
    const presentCounts = earlierHashOf(stores.deployment, account) === undefined
    const byTicket = kind ?? (presentCounts && 'password')
    const proves = trustedFactors(stores.deployment, account).filter(
      (factor) => factor === byTicket || (factor === 'password' && isRight),
    )
    const guarded = await judgeGuardFromOutside(stores, account, proven, proves)
    if (guarded) return guarded
    const isAtOnce = confirms(stores.deployment, account, proves)
    const refused = kind === 'mobile' && !isAtOnce ? refuseUnused(stores.deployment, account) : undefined
    if (refused) return refused
    // A person who has just proven the number has not lost it.
    const lost = { method: 'mobile', value: mobile, isLost: kind !== 'mobile', askedBy: proves }
    const report = () => reportLost(stores, { account, ...lost, from })
    const reported = isAtOnce || isOpen(account) ? await report() : undefined
    if (!isOpen(account)) return refuseNotOpen(stores, account, { by: { way: 'recovery', proves } })
    if (reported && !reported.ok) return reported
    if (reported?.pending) return { ok: true, takesEffectAt: reported.pending.takesEffectAt, timeZone }
    return { ok: true, ...(await signIn(stores, { account, way: 'recovery', proves, from, ...alreadyTold })), timeZone }
  },
)

/** A removal has its own limits and its own message. */
const alreadyTold = { isUncounted: true, isTold: true } as const

const refuseUnused = (deployment: Deployment, account: AccountProfile): OtherAddressRequired | undefined =>
  account.email !== null && isUnused(deployment, account)
    ? { ok: false, code: 'other_address_required', email: maskEmail(account.email) }
    : undefined

/** The account of a ticket, as long as the proof behind the ticket is still valid. */
const accountOf = async (stores: Stores, ticket: TicketRecord): Promise<AccountProfile | undefined> => {
  const { value, accountId } = ticket
  const kind = kindProvenBy(ticket)
  const id = kind ? (await stores.accounts.holderOf(kind, value))?.id : accountId
  const account = id ? await stores.accounts.profile(id) : undefined
  if (!account || kind) return account
  return account.passwordHash && hashToken(account.passwordHash) === value ? account : undefined
}
