import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { record } from '#account-api/accounts/activity/activity'
import { lockPerson, type Person } from '#account-api/accounts/sessions/person'
import type { From } from '#account-api/kernel/from'
import { newId, newToken } from '#account-api/kernel/random'
import { administratorKey } from '#account-api/organisations/records/permissions'
import { inTransaction, type Transaction } from '#account-api/organisations/service'
import type { BaseInfos } from '#contract/organisations/organisation-infos'
import { sortKeyOf } from '#rules/typed/name-key'
import { recordInOrganisation } from './log/log'
import { nameInOrganisation } from './person-name'

/** How many organisations an account may manage. */
export const mostManaged = 20

/** The facts that a person enters about the organisation that they create. */
export interface ToldOrganisation {
  name: string
  baseInfos: BaseInfos
  /** The name of the person. Default: the name of the account, or its username. */
  managerName?: string | undefined
}

interface NewOrganisation extends ToldOrganisation {
  from: From
}

export interface Created {
  id: string
  publicId: string
  memberId: string
  memberPublicId: string
}

type Managing = Pick<AccountProfile, 'id' | 'name' | 'username'>

/** Creates an organisation with its roles, and makes an account its manager. */
export const createOrganisation = async (
  stores: Transaction,
  { name, baseInfos, from, managerName, account }: NewOrganisation & { account: Managing },
): Promise<Created> => {
  const at = stores.deployment.now()
  const organisation = { id: newId(at), publicId: newToken(128), name, baseInfos, detailInfos: {}, createdAt: at }
  const organisationId = organisation.id
  await stores.organisations.insert(organisation)
  const nameOfManager = await nameInOrganisation(stores, { account, given: managerName })
  const member = {
    id: newId(at),
    publicId: newToken(128),
    userPublicId: newToken(128),
    organisationId,
    accountId: account.id,
    name: nameOfManager,
    address: null,
    sortKey: sortKeyOf(nameOfManager),
    joinedAt: at,
  }
  await stores.members.insert(member)
  await stores.members.insertManager({ organisationId, memberId: member.id })
  await stores.roles.insert({
    id: newId(at),
    organisationId,
    key: administratorKey,
    name: '',
    description: '',
    permissions: [],
    createdAt: at,
  })
  const acting = {
    organisation: { ...organisation, suspendedBy: null, closesAt: null },
    member: { ...member, isSuspended: false, activeOn: null },
  }
  await recordInOrganisation(stores, { kind: 'organisation_created', acting, from })
  await record(stores, { accountId: account.id, kind: 'organisation_created', from, detail: name })
  const { publicId } = organisation
  return { id: organisationId, publicId, memberId: member.id, memberPublicId: member.publicId }
}

/** Creates an organisation for a new account, in the transaction of both. */
export const createFirstOrganisation = async (
  stores: Transaction,
  { accountId, ...organisation }: NewOrganisation & { accountId: string },
): Promise<Created> => {
  const account = await stores.accounts.profile(accountId)
  if (!account) throw new Error('the account is gone')
  return createOrganisation(stores, { ...organisation, account })
}

type CreatedByPerson =
  | ({ ok: true } & Created)
  | { ok: false; code: 'not_signed_in' }
  | { ok: false; code: 'too_many_subjects'; most: number }

/** Creates an organisation that the signed-in person manages. */
export const createOwnOrganisation = inTransaction<NewOrganisation & { person: Person }, CreatedByPerson>(
  async (stores, { person, ...organisation }) => {
    const present = await lockPerson(stores, person)
    if (!present) return { ok: false, code: 'not_signed_in' }
    const { account } = present
    if ((await stores.members.countManaged(account.id)) >= mostManaged)
      return { ok: false, code: 'too_many_subjects', most: mostManaged }
    return { ok: true, ...(await createOrganisation(stores, { ...organisation, account })) }
  },
)
