import { useTranslation } from 'react-i18next'
import type { UserShown } from '#contract/operator/people/user-shown'
import { personAtDesk } from '~/features/desk/desk-paths'
import { BackLink } from '~/ui/back-link'
import { PersonOverview } from './person-overview'

/** A person with whole addresses, shown once: each load of the page is another call, and the log has each. */
export const RevealedPerson = ({ person }: { person: UserShown }) => {
  const { t } = useTranslation()
  return (
    <>
      <h1>
        <bdi>{person.username}</bdi>
      </h1>
      <p className="notice">{t('act.revealUser.done')}</p>
      <PersonOverview person={person} />
      <BackLink path={personAtDesk(person.user_id)} text="deskPerson.back" />
    </>
  )
}
