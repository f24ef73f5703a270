import { mark } from '#account-api/kernel/events/mark'
import type { From } from '#account-api/kernel/from'
import { newId } from '#account-api/kernel/random'
import type { Acting } from '#account-api/organisations/records/member-record'
import type { Transaction } from '#account-api/organisations/service'
import type { OrganisationValues } from '#contract/organisations/organisation-acts'
import type { OrganisationLogEntry } from './log-store'

/** The acting member and its organisation. */
export interface ActingInLog {
  organisation: Pick<Acting['organisation'], 'id' | 'publicId' | 'name'>
  member: Pick<Acting['member'], 'publicId' | 'name'>
}

/** The operator or the account API, which have no place in an organisation. */
export const nobody = { publicId: '', name: '' }

interface Done extends Pick<OrganisationLogEntry, 'kind'> {
  acting: ActingInLog
  /** The changed object. Default: the organisation itself. */
  target?: { publicId: string; name: string }
  before?: OrganisationValues
  after?: OrganisationValues
  from: From
}

/** Adds an entry to the log of an organisation, in the transaction of the act. */
export const recordInOrganisation = async (
  stores: Transaction,
  { kind, acting: { organisation, member }, target = organisation, before, after, from }: Done,
): Promise<void> => {
  const at = stores.deployment.now()
  const entry = {
    ...{ id: newId(at), at, kind, before, after },
    organisationId: organisation.id,
    ...{ actor: member.publicId, actorName: member.name },
    ...{ target: target.publicId, targetName: target.name },
    ...{ clientAddress: from.clientAddress, client: from.client },
  }
  const { organisationId, actor: organisationActor } = entry
  await mark(stores, stores.organisationLog.insert(entry), {
    ...{ organisationId, kind, target: entry.target },
    ...{ organisationAct: kind, organisationActor },
  })
}
