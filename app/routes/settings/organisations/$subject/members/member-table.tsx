import { useTranslation } from 'react-i18next'
import { organisationPath } from '~/features/organisation/organisation-path'
import { queryOf } from '~/features/organisation/url-filter'
import { useShortDay } from '~/features/organisation/use-day'
import { unbroken } from '~/i18n/texts'
import { type Member, RolesOf } from './member-rows'
import type { MemberFilter } from './members-query'

interface MemberTableProps {
  subject: { sec_subject_uid: string }
  members: readonly Member[]
  /** Says who can be ticked. */
  hasBox: (member: Member) => boolean
  /** Every box is ticked. */
  isAllTicked: boolean
  /** The path of the list, the present filter, and the link that ticks all, or none. */
  path: string
  filter: MemberFilter
  tickLink: { path: string; text: string }
}

/** Members as a table, whose headings sort it. On a small screen each row is an entry of a list. */
export const MemberTable = ({ subject, members, hasBox, isAllTicked, path, filter, tickLink }: MemberTableProps) => {
  const { t } = useTranslation()
  const day = useShortDay()
  const utcDay = useShortDay('UTC')
  const hasBoxes = members.some(hasBox)
  const hasDays = members.some(({ active_on }) => active_on !== null)
  const hasAddresses = members.some(({ address }) => address !== '')
  return (
    <table className="members">
      <thead>
        <tr>
          {hasBoxes && (
            <th scope="col" className="tick">
              <a href={tickLink.path}>{t(tickLink.text)}</a>
            </th>
          )}
          <SortHeading sort="name" path={path} filter={filter} />
          {hasAddresses && (
            <th scope="col" className="plain">
              {t('member.address')}
            </th>
          )}
          <th scope="col" className="plain">
            {t('members.role_key')}
          </th>
          <SortHeading sort="joined_at" path={path} filter={filter} />
          {hasDays && (
            <th scope="col" className="plain">
              {t('members.active')}
            </th>
          )}
          <th scope="col" className="plain">
            {t('members.is_frozen')}
          </th>
        </tr>
      </thead>
      <tbody>
        {members.map((member) => {
          const { identity_id, deputy_name, address, joined_at, active_on } = member
          return (
            <tr key={identity_id}>
              {hasBoxes && (
                <td className="tick">
                  {hasBox(member) && (
                    <label>
                      <input type="checkbox" name="member" value={identity_id} defaultChecked={isAllTicked} />
                      <span className="unseen">
                        {' '}
                        {t('members.tick')} {deputy_name}
                      </span>
                    </label>
                  )}
                </td>
              )}
              <th scope="row">
                <a href={organisationPath(subject, `/members/${identity_id}`)}>
                  <bdi>{deputy_name}</bdi>
                </a>
              </th>
              {hasAddresses && (
                <td className="words">
                  <bdi>{unbroken(address)}</bdi>
                </td>
              )}
              <td className="words">
                <RolesOf member={member} />
              </td>
              <td data-label={t('members.joined')}>
                {joined_at !== null && <time dateTime={joined_at}>{day(joined_at)}</time>}
              </td>
              {hasDays && (
                <td data-label={t('members.active')}>
                  {active_on === null ? (
                    t('members.never_active')
                  ) : (
                    <time dateTime={active_on}>{utcDay(active_on)}</time>
                  )}
                </td>
              )}
              <td>
                {member.is_frozen === 1 ? (
                  <strong className="state">{t('organisations.frozen')}</strong>
                ) : (
                  t('members.not_frozen')
                )}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

const headings = { name: 'member.name', joined_at: 'members.joined' } as const

interface SortHeadingProps {
  sort: keyof typeof headings
  path: string
  filter: MemberFilter
}

/** A heading that sorts by its column, and the other way round where the list is sorted by it. A search has its own order. */
const SortHeading = ({ sort, path, filter }: SortHeadingProps) => {
  const { t } = useTranslation()
  const { sort: present = 'name', order, ...narrowed } = filter
  if (narrowed.search !== undefined) return <th scope="col">{t(headings[sort])}</th>
  const isPresent = present === sort
  const isDescending = order === 'descending'
  const query = queryOf({
    ...narrowed,
    ...(sort !== 'name' && { sort }),
    ...(isPresent && !isDescending && { order: 'descending' }),
  })
  return (
    <th
      scope="col"
      {...(isPresent && { 'aria-sort': isDescending ? ('descending' as const) : ('ascending' as const) })}
    >
      <a href={path + query}>
        {t(headings[sort])}
        {isPresent && <span aria-hidden="true"> {isDescending ? '↓' : '↑'}</span>}
      </a>
    </th>
  )
}
