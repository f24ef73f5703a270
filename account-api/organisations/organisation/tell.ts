import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { timeZoneOf } from '#account-api/accounts/account/time-zone'
import { addressesOf, quietAddressesOf } from '#account-api/accounts/notices/notice'
import { checkTold } from '#account-api/kernel/current-call'
import { failureOf } from '#account-api/kernel/failures/failure'
import type { OrganisationFacts, OrganisationNews } from '#account-api/kernel/outbox/message'
import { post, type Recipient } from '#account-api/kernel/outbox/post'
import type { AdministratorToTell } from '#account-api/organisations/records/member-record'
import type { OrganisationRecord } from '#account-api/organisations/records/organisation-store'
import { type Deployment, inTransaction, type Rule, type Service } from '#account-api/organisations/service'

/** How many administrators one transaction notifies, and how many are notified at all: the longest-serving ones. */
export const tellingRule = { atOnce: 100, most: 1000 }

interface News {
  organisation: Pick<OrganisationRecord, 'id' | 'publicId' | 'name'>
  news: OrganisationNews
  /** The names of the manager, of the member who takes over, of a mail domain, and of an application. */
  names?: Pick<OrganisationFacts, 'from' | 'to' | 'domain' | 'application'>
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
  { publicUrl }: Deployment,
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
  checkTold(stores.deployment, 'organisation')
  const momentOf = (at: number | undefined) => (at === undefined ? undefined : { at, timeZone: timeZoneOf(reader) })
  const times = { since: momentOf(since), until: momentOf(until) }
  const facts = { organisation: organisation.name, ...names, ...times, counts, reason }
  const recipients: Recipient[] = isMinor ? quietAddressesOf(stores.deployment, reader) : addressesOf(reader)
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

/** Administrators who are not notified yet: those after a member, except those whom the news concerns. */
export interface Untold extends News {
  after: string
  but: readonly string[]
}

export const tellEach: Rule<Linked & { administrators: readonly AdministratorToTell[] }, void> = async (
  stores,
  { administrators, ...told },
) => {
  for (const administrator of administrators)
    await tellAccount(stores, { ...told, reader: { ...administrator, timeZone: null } })
}

/**
 * Notifies some administrators of an organisation.
 * @returns the remaining ones; undefined if none remain
 */
export const tellAdministrators: Rule<News & { after?: string; but?: readonly string[] }, Untold | undefined> = async (
  stores,
  { after = '', but = [], ...told },
) => {
  const { atOnce } = tellingRule
  const administrators = await stores.roles.administrators(told.organisation.id, { after, limit: atOnce })
  await tellEach(stores, { ...told, administrators: administrators.filter(({ memberId }) => !but.includes(memberId)) })
  const last = administrators.at(-1)
  return last && administrators.length === atOnce ? { ...told, after: last.memberId, but } : undefined
}

const tellSome = inTransaction(tellAdministrators)

/**
 * Lets an operation notify further administrators, in separate transactions. If that fails, the operation itself stays done.
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
      service.deployment.warn({ organisation, ...failureOf(error) }, 'some deputies of an organisation were not told')
    }
    return result
  }
