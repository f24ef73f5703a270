import { useTranslation } from 'react-i18next'
import { OpenLink } from '~/ui/open-link'

/**
 * Why an organisation asks for a passkey, and the way on for a browser that has none, or no script: an authenticator app
 * is set up without either.
 */
export const WhyFactor = () => {
  const { t } = useTranslation()
  return (
    <>
      <p>{t('stepUp.second.why_factor')}</p>
      <p>
        <OpenLink path="/settings/authenticator">{t('error.set_up_authenticator')}</OpenLink>
      </p>
    </>
  )
}
