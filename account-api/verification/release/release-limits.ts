import type { z } from 'zod'
import type { AccountProfile } from '#account-api/accounts/account/account-record'
import type { Identifier } from '#account-api/accounts/account/identifier'
import { addressesOf, recipientOf } from '#account-api/accounts/notices/notice'
import { noteByOperator } from '#account-api/accounts/standing/note-by-operator'
import { limitedClientAddress, networkOf } from '#account-api/kernel/limits/client-address'
import type { Poured } from '#account-api/kernel/limits/leaky-bucket'
import { type limits, resetCount } from '#account-api/kernel/limits/limits'
import { type Counter, resetCounts } from '#account-api/kernel/limits/rolling'
import { inTransaction, type Transaction } from '#account-api/verification/service'
import type { releasable } from '#contract/operator/fields'
import { limitSubjectsOf } from './limit-subjects'

type Releasable = z.output<typeof releasable>

/** The person or the identifier whose limits are released. Identifiers without an account have limits too. */
export type Released = { account: AccountProfile } | { identifier: Identifier } | { clientAddress: string }

interface Names {
  counters: readonly (keyof typeof limits | Counter['name'])[]
  buckets: readonly Poured['name'][]
}

/**
 * The limits of persons and their addresses. The count of wrong passwords within two days stays: the next correct one
 * still notifies the account, even if an attacker has deceived the operator.
 */
const ofPersons: Record<Releasable, Names> = {
  passwords: {
    counters: ['wrongPasswords', 'wrongPasswordsForAnAccount', 'wrongPasswordsAtABrowser'],
    buckets: [
      'passwordsForAnIdentifier',
      'passwordsForAnAccount',
      'passwordsFromAKnownAddress',
      'passwordsAtAKnownBrowser',
      'signIns',
    ],
  },
  codes: {
    counters: [
      'codesForAPurpose',
      'codesForAPurposeKept',
      'codesToAnAddress',
      'codesOfAMinute',
      'guesses',
      'guessesKept',
    ],
    buckets: [],
  },
  factors: { counters: [], buckets: ['wrongFactorCodes', 'passkeysOfAnAccount'] },
  captchas: { counters: ['wrongPasswordsForAnAccount'], buckets: [] },
}

/** The limits of client addresses, and of the networks around them. */
const ofVisitors: Record<Releasable, { windows: Counter['name'][]; buckets: Poured['name'][] }> = {
  passwords: { windows: [], buckets: ['passwordsFromAClientAddress', 'passwordsFromANetwork'] },
  codes: {
    windows: ['codesFromAClientAddress', 'codesFromANetwork', 'wrongCodesFromAClientAddress', 'wrongCodesFromANetwork'],
    buckets: [],
  },
  factors: { windows: [], buckets: ['passkeysFromAClientAddress', 'passkeysFromANetwork'] },
  captchas: { windows: [], buckets: ['captchasFromAClientAddress', 'captchasFromANetwork'] },
}

interface Asked {
  what: Releasable
  of: Released
  /** For the person to read. */
  reason: string
}

/** Resets the counts of limits, for the operator. The person of an account is notified. */
export const releaseLimits = inTransaction<Asked, void>(async (stores, { what, of, reason }) => {
  if ('clientAddress' in of) return releaseVisitor(stores, what, of.clientAddress)
  const { counters, buckets } = ofPersons[what]
  const subjects = subjectsOf(of)
  await stores.counters.resetOf(counters, subjects)
  if (buckets.length > 0) await stores.buckets.reset(buckets, subjects)
  if ('account' in of) await noteByOperator(stores, { account: of.account, kind: 'limits_released', reason })
})

const subjectsOf = (of: Exclude<Released, { clientAddress: string }>): string[] => {
  if ('account' in of)
    return limitSubjectsOf({
      accountId: of.account.id,
      username: of.account.username,
      addresses: addressesOf(of.account),
    })
  const { kind, value } = of.identifier
  return kind === 'username'
    ? limitSubjectsOf({ username: value, addresses: [] })
    : limitSubjectsOf({ addresses: [recipientOf({ kind, value })] })
}

const releaseVisitor = async (stores: Transaction, what: Releasable, clientAddress: string): Promise<void> => {
  const { windows, buckets } = ofVisitors[what]
  const [limited, network] = [limitedClientAddress(clientAddress), networkOf(clientAddress)]
  const isOfNetwork = (name: string) => name.endsWith('FromANetwork')
  const counters = windows.map((name) => ({ name, subject: isOfNetwork(name) ? network : limited }))
  if (counters.length > 0) await resetCounts(stores, counters, stores.deployment.now())
  if (buckets.length > 0) await stores.buckets.reset(buckets, [limited, network])
  if (what === 'passwords' || what === 'captchas')
    await resetCount(stores, 'wrongPasswordsFromAnAddress', { subject: limited })
}
