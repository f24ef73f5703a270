import { useTranslation } from 'react-i18next'
import { useMoment } from '~/features/desk/use-moment'

interface Stated {
  frozen_by: string | null
  erased_on: string | null
}

/** Puts into words whether the members of an organisation can use it. */
export const useOrganisationState = (): ((one: Stated) => string) => {
  const { t } = useTranslation()
  const moment = useMoment()
  return ({ frozen_by, erased_on }) => {
    if (frozen_by === 'operator') return t('deskOrganisations.state_operator')
    if (erased_on !== null) return t('deskOrganisations.state_closing', { time: moment(erased_on) })
    return t(frozen_by === null ? 'deskOrganisations.state_open' : 'deskOrganisations.state_manager')
  }
}
