import type { Permission } from '#contract/terms/permissions'

/** A role of one organisation. */
export interface RoleRecord {
  id: string
  organisationId: string
  /** Identifies the role in the organisation. */
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
