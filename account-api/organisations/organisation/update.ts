import type { From } from '#account-api/kernel/from'
import type { Acting } from '#account-api/organisations/records/member-record'
import { inTransaction } from '#account-api/organisations/service'
import { type OrganisationValues, organisationValues } from '#contract/organisations/organisation-acts'
import type { BaseInfos, DetailInfos } from '#contract/organisations/organisation-infos'
import { lockActing, type NotActing } from './acting'
import { recordInOrganisation } from './log/log'
import { tellManager } from './manager-news'

interface Facts {
  name?: string | undefined
  baseInfos?: BaseInfos | undefined
  detailInfos?: DetailInfos | undefined
}

type Updated = { ok: true; name: string } | NotActing

/** An empty text means unknown. */
const filled = <Infos extends Record<string, string | undefined>>(infos: Infos): Infos =>
  Object.fromEntries(Object.entries(infos).filter(([, text]) => text !== undefined && text !== '')) as Infos

/**
 * Changes the details of an organisation. A missing one stays, an empty one is removed.
 * @returns its current name
 */
export const updateOrganisation = inTransaction<{ acting: Acting; changes: Facts; from: From }, Updated>(
  async (stores, { acting: asked, changes, from }) => {
    const locked = await lockActing(stores, asked, 'organisation.update')
    if (!locked.ok) return locked
    const { acting } = locked
    const { organisation: now } = acting
    const before = { name: now.name, ...now.baseInfos, ...now.detailInfos }
    const becomes = {
      name: changes.name ?? now.name,
      baseInfos: filled({ ...now.baseInfos, ...changes.baseInfos }),
      detailInfos: filled({ ...now.detailInfos, ...changes.detailInfos }),
    }
    await stores.organisations.update(now.id, becomes)
    const renamed = { change: 'renamed_organisation', organisation: { id: now.id, name: becomes.name }, from } as const
    if (becomes.name !== now.name) await tellManager(stores, renamed)
    const after = { name: becomes.name, ...becomes.baseInfos, ...becomes.detailInfos }
    await recordInOrganisation(stores, {
      kind: 'organisation_updated',
      acting,
      from,
      ...differences(before, after),
    })
    return { ok: true, name: becomes.name }
  },
)

const differences = (before: OrganisationValues, after: OrganisationValues) => {
  const names = organisationValues.filter((name) => before[name] !== after[name])
  const of = (values: OrganisationValues): OrganisationValues =>
    Object.fromEntries(names.map((name) => [name, values[name]]))
  return { before: of(before), after: of(after) }
}
