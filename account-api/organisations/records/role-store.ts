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

/** A role that was given to an identity. */
export interface Given {
  identityId: string
  role: RoleRecord
}

export interface RoleStore {
  /** False when the organisation has a role of this key. */
  insert(role: Omit<RoleRecord, 'isBanned'>): Promise<boolean>
  /** All roles of an organisation that have rows, the oldest first. There are few. */
  ofOrganisation(organisationId: string): Promise<RoleRecord[]>
  find(organisationId: string, key: string): Promise<RoleRecord | undefined>
  /** Changes what is given. */
  update(
    id: string,
    changes: Partial<Pick<RoleRecord, 'name' | 'description' | 'permissions' | 'isBanned'>>,
  ): Promise<void>
  /** The roles that were given to these identities, banned ones included. */
  givenTo(identityIds: readonly string[]): Promise<Given[]>
  /** Gives a role to identities that do not have it. */
  give(role: Pick<RoleRecord, 'id' | 'organisationId'>, identityIds: readonly string[]): Promise<void>
  takeFrom(roleId: string, identityIds: readonly string[]): Promise<void>
}
