import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { Calls } from '#contract/calls'
import { organisationPath } from '~/features/organisations/organisation-path'
import { roleText } from '~/features/organisations/role-text'
import { useDay } from '~/features/organisations/use-day'
import { unbroken } from '~/i18n/texts'
import { TimedText } from '~/ui/timed-text'

export type Member = z.output<Calls['memberInfo']['output']>['member']

interface MemberRowsProps {
  subject: { sec_subject_uid: string }
  members: readonly Member[]
  /** Why no act on the member is possible. */
  why?: (member: Member) => string
}

/** Some members with their roles, each with a link to its page: those whom an act is about. */
export const MemberRows = ({ subject, members, why }: MemberRowsProps) => (
  <ul className="rows devices">
    {members.map((member) => {
      const { identity_id, deputy_name, address } = member
      return (
        <li key={identity_id}>
          <div>
            <a href={organisationPath(subject, `/members/${identity_id}`)}>{deputy_name}</a>
            {address !== '' && (
              <p>
                <bdi>{unbroken(address)}</bdi>
              </p>
            )}
            <p>{why ? why(member) : <MemberFacts member={member} />}</p>
          </div>
        </li>
      )
    })}
  </ul>
)

const MemberFacts = ({ member }: { member: Member }) => {
  const { t } = useTranslation()
  const day = useDay()
  const { joined_at } = member
  return (
    <>
      {member.is_frozen === 1 && <strong>{`${t('organisations.frozen')} ·\u00A0`}</strong>}
      <RolesOf member={member} />
      {joined_at !== null && (
        <>
          {' ·\u00A0'}
          <TimedText text={t('members.since', { day: day(joined_at) })} time={day(joined_at)} at={joined_at} />
        </>
      )}
    </>
  )
}

/** The roles of a member, in words. */
export const RolesOf = ({ member }: { member: Pick<Member, 'is_manager' | 'roles'> }) => {
  const { t } = useTranslation()
  if (member.is_manager) return <>{t('role.manager')}</>
  const roles = member.roles.map((role) =>
    role.is_banned === 1
      ? t('layout.detailed', { name: roleText(t, role), detail: t('roles.disabled') })
      : roleText(t, role),
  )
  return <>{roles.join(t('layout.comma')) || t('role.member')}</>
}
