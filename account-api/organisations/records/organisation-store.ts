import type { BaseInfos, DetailInfos } from '../../../contract/organisation-infos'

export interface OrganisationRecord {
  id: string
  /** The opaque id in URLs. */
  publicId: string
  name: string
  baseInfos: BaseInfos
  detailInfos: DetailInfos
  /** Who has frozen it. Null: it is not frozen. */
  frozenBy: 'manager' | 'operator' | null
  createdAt: number
  /** When it will be erased. Null: it is not being closed. */
  closesAt: number | null
}

export interface OrganisationStore {
  insert(organisation: Omit<OrganisationRecord, 'frozenBy' | 'closesAt'>): Promise<void>
  /** Changes what is given. */
  update(id: string, changes: Partial<Pick<OrganisationRecord, 'name' | 'baseInfos' | 'detailInfos'>>): Promise<void>
  freeze(id: string, by: OrganisationRecord['frozenBy']): Promise<void>
  /** The organisation with this public id. */
  find(publicId: string): Promise<OrganisationRecord | undefined>
}

/** The organisations of a transaction, which can also be locked. */
export interface LockingOrganisationStore extends OrganisationStore {
  /**
   * Makes other transactions that lock the organisation wait until this one ends, for rules about more than one row of
   * it. Accounts are locked before organisations.
   * @returns it, as it is now
   */
  lock(id: string): Promise<OrganisationRecord | undefined>
}
