import { useTranslation } from 'react-i18next'
import type { FlashName as Name } from '../navigation/flash-names'
import { Notice } from './notice'

/** Why a person is on this page, when they did not mean to be, or what they have just changed. */
export const FlashMessage = ({ notice }: { notice: Name | null }) => {
  const { t } = useTranslation()
  return notice && <Notice>{t(`notice.${notice}`)}</Notice>
}
