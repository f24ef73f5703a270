import { nowhere } from '#account-api/kernel/from'
import { days } from '#account-api/kernel/time'
import { nobody, recordInOrganisation } from '#account-api/organisations/organisation/log/log'
import { pageOf, tellPerson } from '#account-api/organisations/organisation/tell'
import type { OrganisationRecord } from '#account-api/organisations/records/organisation-store'
import { inTransaction } from '#account-api/organisations/service'
import { smsInvitations } from '#contract/organisations/invitations/sms-invitations'

/** The longest time for which an operator can allow more. */
const longestDays = 90

interface Asked {
  publicId: string
  /** Invitations by SMS in 24 hours. */
  most: number
  forDays: number
  /** For the members of the organisation to read. */
  reason: string
}

export type Allowed =
  | { ok: true; organisation: OrganisationRecord; until: number }
  | { ok: false; code: 'no_such_subject' }
  | { ok: false; code: 'out_of_range'; most: number; longestDays: number }

/**
 * Raises an organisation's SMS invitations above what it has earned, for some days, by an operator. Meanwhile it counts
 * as an organisation whose invitations are accepted; the cap of a region stays. Its manager is notified.
 */
export const allowMore = inTransaction<Asked, Allowed>(async (stores, { publicId, most, forDays, reason }) => {
  const isIn = (value: number, highest: number) => Number.isInteger(value) && value > 0 && value <= highest
  if (!isIn(most, smsInvitations.most) || !isIn(forDays, longestDays))
    return { ok: false, code: 'out_of_range', most: smsInvitations.most, longestDays }
  const found = await stores.organisations.find(publicId)
  const organisation = found && (await stores.organisations.lock(found.id))
  if (!organisation) return { ok: false, code: 'no_such_subject' }
  const until = stores.deployment.now() + days(forDays)
  await stores.organisations.setAllowance(organisation.id, { most, until })
  await recordInOrganisation(stores, {
    kind: 'allowance_raised',
    acting: { organisation, member: nobody },
    after: { allowance: most, ends_at: new Date(until).toISOString(), reason },
    from: nowhere,
  })
  const manager = await stores.members.managerOf(organisation.id)
  const told = { organisation, news: 'allowance_raised', until, link: pageOf(stores.deployment, organisation) } as const
  if (manager) await tellPerson(stores, { ...told, accountId: manager.accountId })
  return { ok: true, organisation, until }
})
