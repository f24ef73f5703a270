import { useTranslation } from 'react-i18next'
import { toldText } from './fields'

/** What a website gets to know about people, in words. */
export const useTold = (): ((names: readonly string[]) => string) => {
  const { t } = useTranslation()
  return (names) => names.map((name) => t(toldText(name))).join(t('layout.comma')) || t('desk.registered.user_id_alone')
}
