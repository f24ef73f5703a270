import type { Permission } from '../../../contract/permissions'

/** A role of one organisation. */
export interface RoleRecord {
  id: string
  organisationId: string
  /** Names it in the organisation. */
  key: string
  name: string
  description: string
  permissions: Permission[]
  isBanned: boolean
  createdAt: number
}

export interface RoleStore {
  /** False when the organisation has a role of this key. */
  insert(role: Omit<RoleRecord, 'isBanned'>): Promise<boolean>
}
