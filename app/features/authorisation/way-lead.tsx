import { useTranslation } from 'react-i18next'
import type { FlashName } from '~/navigation/flash/flash-names'
import { FlashMessage } from '~/ui/flash-message'

/** The application for which the person is proven. */
export const WayLead = ({ name, notice = null }: { name: string; notice?: FlashName | null }) => {
  const { t } = useTranslation()
  return (
    <>
      <FlashMessage notice={notice} />
      <p>{t('authorise.way_for', { name })}</p>
    </>
  )
}
