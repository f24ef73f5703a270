import { useTranslation } from 'react-i18next'
import type { Invitation } from '~/features/organisations/invitations.server'
import { roleText } from '~/features/organisations/role-text'
import { useShortDay } from '~/features/organisations/use-day'
import { type Column, DataTable, type Ticks } from '~/ui/data-table'
import { invitationName, isResendable } from './invitation-text'

interface InvitationTableProps {
  invitations: readonly Invitation[]
  path: string
  maySend: boolean
  tickLink: Ticks<Invitation>['all']
  /** True if they are in several states, so a column shows the state. */
  isMixed: boolean
}

/** True for an invitation that can be ticked to be resent. A link gets another URL on its own page. */
export const isTickable = (invitation: Invitation): boolean => invitation.channel !== 'link' && isResendable(invitation)

/** The heading of the day on which an invitation ends or has ended. */
const endOf = (invitations: readonly Invitation[]): string => {
  const pending = invitations.filter(({ state }) => state === 'pending').length
  if (pending === invitations.length) return 'invitations.expires_on'
  return pending === 0 ? 'invitations.ended_on' : 'invitations.ends'
}

/** Invitations as a table: for whom, with which role, and until when. */
export const InvitationTable = ({ invitations, path, maySend, tickLink, isMixed }: InvitationTableProps) => {
  const { t } = useTranslation()
  const day = useShortDay()
  const columns: Column<Invitation>[] = [
    {
      heading: 'invitations.for',
      cell: (invitation) => (
        <>
          <a href={`${path}/${invitation.invite_id}`}>
            <bdi>{invitationName(t, invitation)}</bdi>
          </a>
          {invitation.state === 'pending' && !invitation.stands && <p>{t('invitations.void')}</p>}
        </>
      ),
    },
    { heading: 'invitations.role', cell: ({ role }) => (role ? roleText(t, role) : t('role.member')) },
    {
      heading: 'invitations.places_taken',
      cell: ({ channel, places, places_left: left }) =>
        channel === 'link' && t('invitations.places_left', { left, places }),
    },
    { heading: 'invitations.state', cell: ({ state }) => isMixed && t(`invitationState.${state}`) },
    {
      heading: endOf(invitations),
      isShort: true,
      isLabelled: true,
      cell: ({ ends_at }) => ends_at !== '' && <time dateTime={ends_at}>{day(ends_at)}</time>,
    },
    {
      heading: 'invitations.do',
      isShort: true,
      cell: (invitation) =>
        maySend &&
        invitation.state === 'pending' && (
          <a
            href={`${path}/${invitation.invite_id}/cancel`}
            aria-label={t('invitations.cancel_one', { name: invitationName(t, invitation) })}
          >
            {t('invitations.cancel')}
          </a>
        ),
    },
  ]
  return (
    <DataTable
      things={invitations}
      keyOf={({ invite_id }) => invite_id}
      columns={columns}
      ticks={
        maySend && {
          name: 'invite_id',
          valueOf: (invitation) => (isTickable(invitation) ? invitation.invite_id : undefined),
          labelOf: (invitation) => t('invitations.resend_one', { name: invitationName(t, invitation) }),
          all: tickLink,
        }
      }
    />
  )
}
