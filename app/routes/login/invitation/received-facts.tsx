import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { Calls } from '#contract/calls'
import { roleText } from '~/features/organisations/role-text'
import { momentIn } from '~/i18n/dates'
import { useSiteName } from '~/runtime/brand'
import { SummaryList } from '~/ui/summary-list'

export type Received = z.output<Calls['checkInvitation']['output']>['invitation']

interface ReceivedFactsProps {
  invitation: Received
  /** The time zone of the signed-in account, if any. */
  timeZone: string | null
}

/** The inviter, the organisation and the role: the facts that an invitee needs before answering. */
export const ReceivedFacts = ({ invitation, timeZone }: ReceivedFactsProps) => {
  const { t, i18n } = useTranslation()
  const site = useSiteName()
  const {
    subject_name: name,
    subject_domain: domain,
    inviter_name,
    role,
    deputy_name,
    note,
    address,
    ends_at,
    state,
  } = invitation
  return (
    <SummaryList
      facts={{
        'invitation.organisation': t(domain === null ? 'invitation.what' : 'invitation.proven', { name, site, domain }),
        'invitation.inviter': inviter_name || t('invitations.inviter_left'),
        'invitation.role': role ? roleText(t, role) : t('role.member'),
        ...(deputy_name !== '' && { 'invitation.name': deputy_name }),
        ...(note !== '' && { 'invitation.note': note }),
        ...(address !== '' && { 'invitation.for': address }),
        ...(state === 'pending' && { 'invitation.expires': momentIn(i18n.language, timeZone, ends_at) }),
      }}
    />
  )
}
