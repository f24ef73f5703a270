import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { secondsUntil } from '#account-api/kernel/time'
import { tellingOthers, type Untold } from '#account-api/organisations/organisation/tell'
import { inTransaction, type Service } from '#account-api/organisations/service'
import { consumeCode, type Judgement } from '#account-api/verification/codes/code'
import { boundingGuesses } from '#account-api/verification/codes/guesses'
import { targetOf, type Way } from './address'
import { beginTransfer, type Doing, judgeMember, judgeOffer, type NotOffered, type Refused } from './transfer'
import { issueTransferTicket, isTransferTicket, redeemTransferTicket } from './verify'

// The manager makes all calls of a transfer, and types the code that the chosen member reads out. It starts the same
// transfer as startTransfer, with the same proofs, messages and waiting time.

type Choosing = Omit<Doing, 'from'> & { memberId: string; ticket: string | undefined }

/** The right of the ticket that the manager got for their own code. */
const managersRight = ({ person, acting, ticket }: Choosing) => ({
  person,
  ticket: ticket ?? '',
  entitled: { side: 'old', organisationId: acting.organisation.id } as const,
  by: person.account,
})

/** The account of a chosen member, to whom a manager with a proven address can have a code sent. */
export const findChosen = async ({ storage }: Service, choosing: Choosing) => {
  const { acting, memberId } = choosing
  const named = { managerId: acting.member.id, organisationId: acting.organisation.id, memberId }
  const member = await judgeMember(storage, named)
  if (!member.ok) return member
  if (await isTransferTicket(storage, managersRight(choosing))) return member
  return { ok: false, code: 'ticket_refused' } as const
}

type Verified =
  | { ok: true; ticket: string; untold: Untold | undefined }
  | (Exclude<Judgement, { ok: true }> & { untold?: undefined })
  | NotOffered
  | Refused<'transfer_pending' | 'ticket_refused'>
  | { ok: false; code: 'address_too_new'; retryAfter: number; untold?: undefined }

type Typing = Choosing & Doing & { way: Way; code: string; clientAddress: string }

/**
 * Checks the code of a chosen member, which this session of the manager requested, and starts the transfer, unless it
 * has started before. The ticket accepts it, in this session.
 */
export const verifyChosen = boundingGuesses(
  tellingOthers(
    inTransaction<Typing, Verified>(async (stores, { way, code, ...choosing }) => {
      const { acting, from } = choosing
      const offer = await judgeOffer(stores, choosing)
      if (!offer.ok) return offer
      const { present: person, pending, account } = offer
      if (pending && pending.to.memberId !== offer.to.id) return { ok: false, code: 'transfer_pending' }
      const right = managersRight({ ...choosing, person })
      if (!(await isTransferTicket(stores, right))) return { ok: false, code: 'ticket_refused' }
      const counting = targetOf(stores.deployment, account, { way, side: 'new' })
      if (!counting.ok)
        return counting.code === 'address_too_new'
          ? { ok: false, code: counting.code, retryAfter: secondsUntil(stores.deployment, counting.until) }
          : { ok: false, code: 'code_expired' }
      const { target } = counting
      const judgement = await consumeCode(stores, { target, code, named: { asker: person.session.id } })
      if (!judgement.ok) return judgement
      if (!(await redeemTransferTicket(stores, right))) throw new Error('a ticket of a locked account was used')
      const begun = pending ? undefined : await beginTransfer(stores, { offer, acting, from })
      const transferId = pending?.publicId ?? begun?.transferId ?? ''
      const entitled = { side: 'new', transferId } as const
      const ticket = await issueTransferTicket(stores, { person, entitled, address: target.to })
      return { ok: true, ticket, untold: begun?.untold }
    }),
  ),
  async ({ person, acting, memberId, way, code, clientAddress }, { deployment, storage }) => {
    const account = await accountOf(storage, { organisationId: acting.organisation.id, memberId })
    const counting = account && targetOf(deployment, account, { way, side: 'new' })
    const named = { asker: person.session.id }
    return { typed: counting?.ok ? [{ target: counting.target, code, named }] : [], clientAddress }
  },
)

const accountOf = async (
  stores: Service['storage'],
  { organisationId, memberId }: { organisationId: string; memberId: string },
): Promise<AccountProfile | undefined> => {
  const [member] = await stores.members.find(organisationId, [memberId])
  return member && stores.accounts.profile(member.accountId)
}
