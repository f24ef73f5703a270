import type { Needed } from '../../../../contract/terms/permissions'
import type { ActingAs } from '../acting.server'

/** True when a person has the permission that a page or a link needs. */
export const may = ({ subject, permissions }: ActingAs, needed: Needed): boolean => {
  if (needed === 'member' || subject.is_manager) return true
  return needed !== 'manager' && permissions.includes(needed)
}
