import { useTranslation } from 'react-i18next'
import { OpenLink } from '~/ui/open-link'

/**
 * Why an organisation asks for a passkey, and the alternative for a browser without passkeys or script: an
 * authenticator app needs neither.
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
