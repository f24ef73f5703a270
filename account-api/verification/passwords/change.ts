import { allProven, judgeFactors, provenFactors } from '#account-api/accounts/methods/ledger'
import type { Person } from '#account-api/accounts/sessions/person'
import type { From } from '#account-api/kernel/from'
import { provenAddress, redeemProof } from '#account-api/verification/proofs/proof'
import { inTransaction, type Service, type Stores, type Transaction } from '#account-api/verification/service'
import { judgePassword, type RefusedPassword, type RightPassword } from './judge'
import { refusedFor, replacePassword, type TicketRefused, ticketRefused } from './replace'
import type { RefusedByRules } from './rules'

interface Asked extends Person {
  password: string
  from: From
}

/**
 * Changes the password with the proof for the act password.
 * @param ticket the proof; undefined if this session has proven a factor that counts since it began
 */
export const changePassword = async (
  service: Service,
  { ticket, ...asked }: ByTicket,
): Promise<{ ok: true } | RefusedByRules | TicketRefused | typeof unproven> => {
  const isProven = () =>
    provenFactors(service.deployment, asked, undefined).some(
      (factor) => (asked.session.factors[factor] ?? 0) > asked.session.createdAt,
    )
  return ticket === undefined && !isProven() ? unproven : replaceProven(service, { ticket, ...asked }, ticketRefused)
}

type ByTicket = Asked & { ticket: string | undefined }

const replaceProven = async <TooLate extends { ok: false }>(
  service: Service,
  { ticket, ...asked }: ByTicket,
  tooLate: TooLate,
): Promise<{ ok: true } | RefusedByRules | TicketRefused | TooLate> => {
  const { deployment, storage } = service
  const { account, password } = asked
  const address = ticket === undefined ? '' : await addressProven(storage, { ...asked, ticket })
  if (address === undefined) return ticketRefused
  const refused = refusedFor(deployment, account, password)
  if (refused) return refused
  return replacePassword<TicketRefused | TooLate>(service, {
    ...kept(asked),
    change: account.passwordHash === null ? 'password_set' : 'password_changed',
    proven: { by: allProven(deployment, asked, address), isSure: judgeFactors(deployment, asked, address).areEnough },
    prove: byTicket(ticket, asked),
    tooLate,
  })
}

const unproven = { ok: false, code: 'second_verification_required' } as const

/** Changes the password with the current one, with the limits and the captcha of a sign-in. */
export const updatePassword = async (
  service: Service,
  { current, isPerson, ...asked }: Asked & { current: string; isPerson: () => Promise<boolean> },
): Promise<{ ok: true } | RefusedByRules | RefusedPassword> => {
  const { account, password, from } = asked
  const refused = refusedFor(service.deployment, account, password)
  if (refused) return refused
  const identifier = { kind: 'username' as const, value: account.username }
  const judged = await judgePassword(service, { identifier, password: current, from, session: asked.session, isPerson })
  if (!judged.ok) return judged
  if (password.normalize('NFKC') === current.normalize('NFKC')) {
    // The current password was correct, so the attempt was no guess.
    await uncountWrong(service, judged)
    return { ok: false, code: 'password_refused', reason: 'same' }
  }
  return replacePassword<RefusedPassword>(service, {
    ...kept(asked),
    // The checked hash, which may be older than the account's.
    account: { ...account, passwordHash: judged.account.passwordHash },
    change: 'password_changed',
    proven: {
      by: ['password', ...allProven(service.deployment, asked, undefined)],
      isSure: judgeFactors(service.deployment, asked, undefined).areEnough,
    },
    prove: async (stores) => {
      await judged.uncount(stores)
      return undefined
    },
    tooLate: { ok: false, code: 'wrong_credentials' },
  })
}

const uncountWrong = inTransaction<RightPassword, void>((stores, judged) => judged.uncount(stores))

type PasswordIsSet = { ok: false; code: 'password_is_set' }

const passwordIsSet: PasswordIsSet = { ok: false, code: 'password_is_set' }

/**
 * Sets the first password of an account.
 * @param ticket the proof for the act password; undefined if the session has a recent proof
 */
export const setPassword = async (
  service: Service,
  asked: ByTicket,
): Promise<{ ok: true } | RefusedByRules | TicketRefused | PasswordIsSet> =>
  asked.account.passwordHash === null ? replaceProven(service, asked, passwordIsSet) : passwordIsSet

const kept = ({ account, session, password, from }: Asked) => ({
  account,
  password,
  from,
  kept: session,
})

/**
 * The address that a ticket proves for the act password: undefined when it is no proof, empty for a second
 * verification.
 */
const addressProven = (stores: Stores, { account, session, ticket }: Person & { ticket: string }) =>
  provenAddress(stores, { person: { account, session }, ticket, act: 'password' })

/** Uses up the ticket, if the address that it proves still belongs to the person. */
const byTicket =
  (ticket: string | undefined, { account, session }: Person) =>
  async (stores: Transaction) => {
    if (ticket === undefined) return undefined
    const now = await stores.accounts.profile(account.id)
    const isUsed = now && (await redeemProof(stores, { person: { account: now, session }, ticket, act: 'password' }))
    return isUsed ? undefined : ticketRefused
  }
