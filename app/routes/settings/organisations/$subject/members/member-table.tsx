import { useTranslation } from 'react-i18next'
import { organisationPath } from '~/features/organisations/organisation-path'
import { queryOf } from '~/features/organisations/url-filter'
import { useShortDay } from '~/features/organisations/use-day'
import { unbroken } from '~/i18n/texts'
import { type Column, DataTable } from '~/ui/data-table'
import { type Member, RolesOf } from './member-rows'
import type { MemberFilter } from './members-query'

interface MemberTableProps {
  subject: { sec_subject_uid: string }
  members: readonly Member[]
  /** Decides which members can be ticked. */
  hasBox: (member: Member) => boolean
  /** The path of the list, the current filter, and the link that ticks all, or none. */
  path: string
  filter: MemberFilter
  tickLink: { path: string; text: string; isTicked: boolean }
}

/** Members as a table, whose headings sort it. */
export const MemberTable = ({ subject, members, hasBox, path, filter, tickLink }: MemberTableProps) => {
  const { t } = useTranslation()
  const day = useShortDay()
  const utcDay = useShortDay('UTC')
  const hasDays = members.some(({ active_on }) => active_on !== null)
  const columns: Column<Member>[] = [
    {
      heading: 'member.name',
      sort: sortOf('name', path, filter),
      cell: ({ identity_id, deputy_name, address }) => (
        <>
          <a href={organisationPath(subject, `/members/${identity_id}`)}>
            <bdi>{deputy_name}</bdi>
          </a>
          {address !== '' && (
            <p>
              <bdi>{unbroken(address)}</bdi>
            </p>
          )}
        </>
      ),
    },
    { heading: 'members.role_key', cell: (member) => <RolesOf member={member} /> },
    {
      heading: 'members.joined',
      sort: sortOf('joined_at', path, filter),
      isShort: true,
      isLabelled: true,
      cell: ({ joined_at }) => joined_at !== null && <time dateTime={joined_at}>{day(joined_at)}</time>,
    },
    {
      heading: 'members.active',
      isShort: true,
      isLabelled: true,
      cell: ({ active_on }) => {
        if (active_on !== null) return <time dateTime={active_on}>{utcDay(active_on)}</time>
        return hasDays && t('members.never_active')
      },
    },
    {
      heading: 'members.is_frozen',
      isShort: true,
      cell: ({ is_frozen }) =>
        is_frozen === 1 ? <strong className="state">{t('organisations.frozen')}</strong> : t('members.not_frozen'),
    },
  ]
  return (
    <DataTable
      things={members}
      keyOf={({ identity_id }) => identity_id}
      columns={columns}
      ticks={{
        name: 'member',
        valueOf: (member) => (hasBox(member) ? member.identity_id : undefined),
        labelOf: ({ deputy_name }) => `${t('members.tick')} ${deputy_name}`,
        all: tickLink,
      }}
    />
  )
}

/**
 * The list sorted by a column, or reversed if it is already sorted by it. A search has its own order, and so have the
 * members who were inactive since a day, unless filtered by role.
 */
const sortOf = (sort: 'name' | 'joined_at', path: string, filter: MemberFilter): Column<Member>['sort'] => {
  const { sort: present = 'name', order: asked = 'ascending', ...narrowed } = filter
  if (narrowed.search !== undefined || (narrowed.inactive_since !== undefined && !narrowed.role_key)) return undefined
  const order = present === sort ? asked : undefined
  const query = queryOf({
    ...narrowed,
    ...(sort !== 'name' && { sort }),
    ...(order === 'ascending' && { order: 'descending' }),
  })
  return { path: path + query, order }
}
