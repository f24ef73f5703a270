import { useTranslation } from 'react-i18next'
import { useRegistration } from '~/navigation/open-pages/use-open-pages'

/**
 * Says which organisation a person wants to join by registering, if they come from an invitation, or that they need an
 * invitation, if only invited people can register.
 */
export const ToJoin = ({ name }: { name: string | null }) => {
  const { t } = useTranslation()
  const isForInvited = useRegistration() === 'invited'
  if (name !== null) return <p>{t('register.to_join', { name })}</p>
  return isForInvited ? <p>{t('error.invitation_required')}</p> : null
}
