import { useTranslation } from 'react-i18next'
import { toldText } from './fields'

/** The facts about people that a website gets, in words. */
export const useTold = (): ((names: readonly string[]) => string) => {
  const { t } = useTranslation()
  return (names) => names.map((name) => t(toldText(name))).join(t('layout.comma')) || t('desk.registered.user_id_alone')
}
