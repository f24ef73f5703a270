import { readKey, writeKey } from '#account-api/kernel/pages/entry-key'
import { pageOf, rangeOf } from '#account-api/kernel/pages/list-page'
import type { Acting } from '#account-api/organisations/records/member-record'
import { mayDo } from '#account-api/organisations/records/permissions'
import { readingsOf } from '#account-api/organisations/records/searched-address'
import type { Service } from '#account-api/organisations/service'
import type { InvitationState } from '#contract/organisations/invitations/invitations'
import { sortKeyOf } from '#rules/typed/name-key'
import type { Invitation } from './invitation-record'

interface AskedInvitations {
  /** Empty: all. */
  search: string
  /** The region of a searched number without a country code. */
  region?: string | undefined
  page: number
  page_size: number
  after?: string | undefined
  state?: InvitationState | undefined
}

/**
 * A page of the invitations of an organisation, and the key of the next one. A search by a whole address is for those
 * who may invite, because they could also ask by inviting it. Undefined: `after` is no key of a search.
 */
export const listInvitations = async (
  { deployment, storage: { invitations } }: Service,
  acting: Acting,
  asked: AskedInvitations,
): Promise<{ shown: Invitation[]; next: string | null } | undefined> => {
  const { search, region, page, page_size: limit, after, state } = asked
  const organisationId = acting.organisation.id
  const beginning = sortKeyOf(search)
  if (beginning === '') {
    const found = await invitations.list(organisationId, { ...rangeOf(asked), state })
    return pageOf(found, asked, ({ id }) => id)
  }
  const addresses = mayDo(acting, 'invitation.send') ? readingsOf(deployment, { search, region }) : []
  const sent = addresses.length === 0 ? [] : await invitations.toAddresses(organisationId, addresses, state)
  // They are on the first page.
  if (sent.length > 0) return { shown: after === undefined && page === 1 ? sent : [], next: null }
  const key = after === undefined ? undefined : readKey(after)
  if (after !== undefined && !key) return undefined
  const offset = key ? 0 : (page - 1) * limit
  const { found, next } = await invitations.search(organisationId, beginning, { state, after: key, offset, limit })
  return { shown: found, next: next ? writeKey(next) : null }
}
