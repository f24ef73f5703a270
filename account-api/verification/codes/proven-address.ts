import { issueTicket, redeemTicket } from '#account-api/kernel/tickets/ticket'
import type { Transaction } from '#account-api/verification/service'

interface ProvenAddress {
  kind: 'mobile' | 'email'
  value: string
}

const purposeOf = (kind: ProvenAddress['kind']): string => `proven_${kind}`

/** Issues the ticket of a person who has proven an address by a code, and may continue with it. */
export const issueProven = (stores: Transaction, { kind, value }: ProvenAddress): Promise<string> =>
  issueTicket(stores, { purpose: purposeOf(kind), value, address: value })

/** Redeems this ticket. Its value is the address. Undefined: it is not valid. */
export const redeemProven = (stores: Transaction, ticket: string, kind: ProvenAddress['kind']) =>
  redeemTicket(stores, ticket, purposeOf(kind))
