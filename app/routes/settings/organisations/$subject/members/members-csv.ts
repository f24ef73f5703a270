import { line } from '~/features/organisations/csv'
import { roleText } from '~/features/organisations/role-text'
import { type Language, translator } from '~/i18n/texts'
import type { Member } from './member-rows'

const columns = ['name', 'address', 'roles', 'joined', 'active', 'state', 'id'] as const

/** The first line of a file of members, with the names of the cells. */
export const headLine = (language: Language): string =>
  line(columns.map((name) => translator(language)(`members.column.${name}`)))

/** The last line of an incomplete file. */
export const cutLine = (language: Language, count: number): string =>
  line([translator(language)('members.cut', { count })])

/** An address that the reader may not see in full, so the file is no list of people's addresses. */
const isMasked = (address: string): boolean => address.includes('***')

/** The line of a member. Times are in UTC, as programs read them. */
export const memberLine = (language: Language, member: Member): string => {
  const t = translator(language)
  const roles = member.is_manager ? [t('role.manager')] : member.roles.map((role) => roleText(t, role))
  return line([
    member.deputy_name,
    isMasked(member.address) ? '' : member.address,
    roles.join(t('layout.comma')) || t('role.member'),
    member.joined_at ?? '',
    member.active_on ?? '',
    t(member.is_frozen === 1 ? 'organisations.frozen' : 'members.not_frozen'),
    member.identity_id,
  ])
}
