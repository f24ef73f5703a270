import { IdentifierTaken } from '#account-api/accounts/account/account'
import type { AccountProfile } from '#account-api/accounts/account/account-record'
import type { Address } from '#account-api/accounts/account/identifier'
import { recipientOf } from '#account-api/accounts/notices/notice'
import { lockPerson, type Person } from '#account-api/accounts/sessions/person'
import type { Transaction } from '#account-api/addresses/service'
import type { Target } from '#account-api/verification/codes/code'
import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'

const purposes = {
  mobile: { bind: mobilePurpose.bind, change: mobilePurpose.changeToNew },
  email: { bind: emailPurpose.bind, change: emailPurpose.changeToNew },
} as const

export const codeTarget = (address: Address, purpose: 'bind' | 'change'): Target => ({
  ...recipientOf(address),
  type: purposes[address.kind][purpose],
})

/**
 * Locks the person's account and the account that has the address, and reads both again.
 * @returns undefined if the person's session has ended
 * @throws IdentifierTaken when another account has just taken the address
 */
export const lockWithHolder = async (
  stores: Transaction,
  person: Person,
  { kind, value }: Address,
): Promise<{ present: Person; holder: AccountProfile | undefined } | undefined> => {
  const seen = await stores.accounts.holderOf(kind, value)
  const present = await lockPerson(stores, person, ...(seen ? [seen.id] : []))
  const holder = await stores.accounts.holderOf(kind, value)
  if (holder && holder.id !== seen?.id) throw new IdentifierTaken({ kind, value })
  return present && { present, holder: holder && (await stores.accounts.profile(holder.id)) }
}
