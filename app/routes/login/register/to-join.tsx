import { useTranslation } from 'react-i18next'

/** Says which organisation a person wants to join by registering, if they come from an invitation. */
export const ToJoin = ({ name }: { name: string | null }) => {
  const { t } = useTranslation()
  return name === null ? null : <p>{t('register.to_join', { name })}</p>
}
