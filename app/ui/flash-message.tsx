import { useTranslation } from 'react-i18next'
import type { FlashName as Name } from '~/navigation/flash/flash-names'
import { Notice } from './notice'

/** A flash message: why the person was redirected here, or what was just changed. */
export const FlashMessage = ({ notice, values }: { notice: Name | null; values?: Record<string, string> }) => {
  const { t } = useTranslation()
  return notice && <Notice>{t(`notice.${notice}`, { ...values })}</Notice>
}
