import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { timeZoneOf } from '#account-api/accounts/account/time-zone'
import { addressesOf, quietAddressesOf } from '#account-api/accounts/notices/notice'
import { checkTold } from '#account-api/kernel/current-call'
import { failureOf } from '#account-api/kernel/failures/failure'
import type { OrganisationFacts, OrganisationNews } from '#account-api/kernel/outbox/message'
import { post, type Recipient } from '#account-api/kernel/outbox/post'
import type { DeputyToTell } from '#account-api/organisations/records/identity-record'
import type { OrganisationRecord } from '#account-api/organisations/records/organisation-store'
import { inTransaction, type Rule, type Service, type Setting } from '#account-api/organisations/service'

/** How many deputies one transaction notifies, and how many are notified at all: the longest-serving ones. */
export const tellingRule = { atOnce: 100, most: 1000 }

interface News {
  organisation: Pick<OrganisationRecord, 'id' | 'publicId' | 'name'>
  news: OrganisationNews
  /** The names of the manager, of the member who takes over, and of a mail domain. */
  names?: Pick<OrganisationFacts, 'from' | 'to' | 'domain'>
  /** The earliest time at which the reader can accept, in ms. */
  since?: number | undefined
  /** Until when the reader can act, in ms. */
  until?: number | undefined
  counts?: OrganisationFacts['counts']
  reason?: string | undefined
  /** True: only the email is notified, or the mobile if the account has no email. */
  isMinor?: boolean
}

export const pageOf = (
  { publicUrl }: Setting,
  { publicId }: Pick<OrganisationRecord, 'publicId'>,
  below = '',
): string => new URL(`/settings/organisations/${publicId}${below}`, publicUrl).href

type Reader = Pick<AccountProfile, 'mobile' | 'email' | 'language'> & { timeZone: string | null }

/** News with the page where its reader can answer. */
type Linked = News & { link?: string | undefined }

/** Notifies a person of an organisation, at all addresses of the account. */
export const tellAccount: Rule<Linked & { reader: Reader }, void> = async (
  stores,
  { reader, organisation, news, names, since, until, counts, reason, isMinor = false, link },
) => {
  checkTold(stores.setting, 'organisation')
  const momentOf = (at: number | undefined) => (at === undefined ? undefined : { at, timeZone: timeZoneOf(reader) })
  const times = { since: momentOf(since), until: momentOf(until) }
  const facts = { organisation: organisation.name, ...names, ...times, counts, reason }
  const recipients: Recipient[] = isMinor ? quietAddressesOf(stores.setting, reader) : addressesOf(reader)
  for (const each of recipients)
    await post(stores, {
      ...each,
      language: reader.language,
      message: { kind: 'organisation', news, facts, link },
    })
}

export const tellPerson: Rule<Linked & { accountId: string }, void> = async (stores, { accountId, ...told }) => {
  const account = await stores.accounts.profile(accountId)
  if (account) await tellAccount(stores, { ...told, reader: account })
}

/** Deputies who are not notified yet: those after an identity, except those whom the news concerns. */
export interface Untold extends News {
  after: string
  but: readonly string[]
}

export const tellEach: Rule<Linked & { deputies: readonly DeputyToTell[] }, void> = async (
  stores,
  { deputies, ...told },
) => {
  for (const deputy of deputies) await tellAccount(stores, { ...told, reader: { ...deputy, timeZone: null } })
}

/**
 * Notifies some deputies of an organisation.
 * @returns the remaining ones; undefined if none remain
 */
export const tellDeputies: Rule<News & { after?: string; but?: readonly string[] }, Untold | undefined> = async (
  stores,
  { after = '', but = [], ...told },
) => {
  const { atOnce } = tellingRule
  const deputies = await stores.roles.deputies(told.organisation.id, { after, limit: atOnce })
  await tellEach(stores, { ...told, deputies: deputies.filter(({ identityId }) => !but.includes(identityId)) })
  const last = deputies.at(-1)
  return last && deputies.length === atOnce ? { ...told, after: last.identityId, but } : undefined
}

const tellSome = inTransaction(tellDeputies)

/**
 * Lets an operation notify further deputies, in separate transactions. If that fails, the operation itself stays done.
 */
export const tellingOthers =
  <Input, Result extends { untold?: Untold | undefined }>(
    operation: (service: Service, input: Input) => Promise<Result>,
  ) =>
  async (service: Service, input: Input): Promise<Result> => {
    const result = await operation(service, input)
    let { untold } = result
    try {
      for (let told = tellingRule.atOnce; untold && told < tellingRule.most; told += tellingRule.atOnce)
        untold = await tellSome(service, untold)
    } catch (error) {
      const organisation = untold?.organisation.id
      service.setting.warn({ organisation, ...failureOf(error) }, 'some deputies of an organisation were not told')
    }
    return result
  }
