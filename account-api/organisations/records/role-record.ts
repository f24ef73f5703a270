import type { Permission } from '#contract/terms/permissions'

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

export interface Given {
  memberId: string
  role: RoleRecord
}
