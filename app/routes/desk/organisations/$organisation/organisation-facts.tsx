import { useTranslation } from 'react-i18next'
import type { DataOf } from '~/features/desk/act'
import { personAtDesk } from '~/features/desk/desk-paths'
import { useMoment } from '~/features/desk/use-moment'
import { useOrganisationState } from '~/routes/desk/organisations/organisation-state'
import { SummaryList } from '~/ui/summary-list'

export const OrganisationFacts = ({
  organisation,
  opensManager = false,
}: {
  organisation: DataOf<'showOrganisation'> & { sec_subject_uid: string }
  /** The operator may open the page of its manager. */
  opensManager?: boolean
}) => {
  const { t } = useTranslation()
  const moment = useMoment()
  const stateOf = useOrganisationState()
  const { name, manager, created_at, allowance, sec_subject_uid } = organisation
  return (
    <SummaryList
      facts={{
        'deskOrganisations.name': name,
        'deskOrganisations.state': stateOf(organisation),
        'deskOrganisations.manager':
          manager && opensManager
            ? { value: manager.name, path: personAtDesk(manager.user_id), link: 'deskOrganisations.open_manager' }
            : (manager?.name ?? t('deskOrganisations.no_manager')),
        'deskOrganisations.created_at': moment(created_at),
        'deskOrganisations.allowance': allowance
          ? t('deskOrganisations.allowed', { count: allowance.most, time: moment(allowance.until) })
          : t('deskOrganisations.earned'),
        'deskOrganisations.id': { copied: sec_subject_uid },
      }}
    />
  )
}
