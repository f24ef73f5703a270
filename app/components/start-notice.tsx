import { useTranslation } from 'react-i18next'
import type { StartNotice as Name } from '../flows/page-address'
import { Notice } from './notice'

/** Why a person is on the page on which something begins, when they did not mean to be. */
export const StartNotice = ({ notice }: { notice: Name | null }) => {
  const { t } = useTranslation()
  return notice && <Notice>{t(`notice.${notice}`)}</Notice>
}
