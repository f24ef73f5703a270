import { days } from '#account-api/kernel/time'
import type { Acting } from '#account-api/organisations/records/member-record'
import { administratorKey } from '#account-api/organisations/records/permissions'
import type { RoleRecord } from '#account-api/organisations/records/role-record'
import { judgeGiving } from '#account-api/organisations/roles/role-to-give'
import { batchDays } from '#contract/organisations/invitations/invitation-batches'
import { isSameName } from '#rules/typed/name-key'
import type { Batch } from './batch-record'

/** How long the lines of a batch are stored. */
export const batchStayMs = days(batchDays)

/** How many lines one transaction handles. It locks the organisation meanwhile. */
export const linesAtOnce = 200

/** The remaining work on a batch: more lines, or none. */
export type Worked = 'more' | 'done'

/** The place of the inviter. Undefined: they have left. */
export const placeOf = ({ organisationId, organisationPublicId, inviter }: Batch) =>
  inviter && { organisation: { id: organisationId, publicId: organisationPublicId }, member: inviter }

/** The names of built-in roles in an export of members, in each full language. Nobody can be invited as a manager. */
const builtInNames: Record<string, string> = {
  ...{ Member: '', 成员: '', Manager: '', 主管理员: '' },
  ...{ Administrator: administratorKey, 管理员: administratorKey },
}

/** The role of a line, or why it is refused. */
export type RoleOfLine = { role: RoleRecord | undefined } | { refused: 'no_such_role' | 'role_refused' }

/**
 * The role in a list, by its key or its name, if the acting member may give it.
 * @param roles the organisation's roles
 */
export const roleNamed = (acting: Acting, roles: readonly RoleRecord[], named: string): RoleOfLine => {
  const [, builtIn] = Object.entries(builtInNames).find(([name]) => isSameName(name, named)) ?? []
  const found =
    roles.find(({ key, name }) => isSameName(key, named) || isSameName(name, named)) ??
    roles.find(({ key }) => key === builtIn)
  if (found) return roleGiven(acting, found)
  return builtIn === '' ? { role: undefined } : { refused: 'no_such_role' }
}

/** A role, if the acting member may give it now. */
export const roleGiven = (acting: Acting, role: RoleRecord): RoleOfLine =>
  role.isBanned || judgeGiving(acting, role) ? { refused: 'role_refused' } : { role }
