import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { UserShown } from '#contract/operator/people/user-shown'
import { useMoment } from '~/features/desk/use-moment'
import { SummaryList } from '~/ui/summary-list'
import { PersonActivity, PersonMessages, PersonOrganisations, PersonPending, PersonSessions } from './person-lists'
import { PersonWays } from './person-ways'

interface PersonProps {
  person: UserShown
}

/** The person of an act: the facts that tell people apart. */
export const PersonFacts = ({ person }: PersonProps) => {
  const { t } = useTranslation()
  const state = useStateText(person)
  const none = t('deskPerson.none')
  return (
    <SummaryList
      facts={{
        'deskPerson.state': state,
        'deskPerson.username': person.username,
        'deskPerson.name': person.name ?? none,
        'deskPerson.mobile': person.mobile ?? none,
        'deskPerson.email': person.email ?? none,
        'deskPerson.user_id': { copied: person.user_id },
      }}
    />
  )
}

/** Whether a person can sign in. */
const useStateText = ({ frozen_at, frozen_reason, erased_on }: UserShown): string => {
  const { t } = useTranslation()
  const moment = useMoment()
  if (frozen_at !== null)
    return t('deskPerson.state_frozen', { time: moment(frozen_at), reason: frozen_reason ?? t('deskPerson.none') })
  return erased_on === null ? t('deskPerson.state_open') : t('deskPerson.state_erased', { time: moment(erased_on) })
}

interface PersonOverviewProps extends PersonProps {
  /** The operator may open the pages of organisations. */
  opensOrganisations?: boolean
  /** True if the open recovery waits for another operator. */
  awaitsOperator?: boolean
  /** Shown below the addresses. */
  children?: ReactNode
}

export const PersonOverview = ({
  person,
  opensOrganisations = false,
  awaitsOperator = false,
  children,
}: PersonOverviewProps) => {
  const { t } = useTranslation()
  const moment = useMoment()
  return (
    <>
      <PersonFacts person={person} />
      <SummaryList
        facts={{
          ...(person.unverified_email !== null && { 'deskPerson.unverified_email': person.unverified_email }),
          'deskPerson.recovery_email': person.recovery_email ?? t('deskPerson.none'),
          'deskPerson.created_at': moment(person.created_at),
          'deskPerson.last_used_at': moment(person.last_used_at),
        }}
      />
      {children}
      <PersonPending pending={person.pending} awaitsOperator={awaitsOperator} />
      <PersonWays person={person} />
      <PersonSessions sessions={person.sessions} />
      <PersonActivity activity={person.activity} />
      <PersonMessages messages={person.messages} />
      <PersonOrganisations organisations={person.organisations} opensThem={opensOrganisations} />
    </>
  )
}
