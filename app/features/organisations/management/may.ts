import type { Needed } from '#contract/terms/permissions'

/** The permissions of a person in an organisation. */
interface Permitted {
  subject: { is_manager: boolean }
  permissions: readonly string[]
}

/** True when a person has the permission that a page or a link needs. */
export const may = ({ subject, permissions }: Permitted, needed: Needed): boolean => {
  return needed === 'member' || subject.is_manager || permissions.includes(needed)
}
