import { useTranslation } from 'react-i18next'
import { useFormToken } from '../session/use-form-token'

/** The question whether to sign out. `action` signs out. */
export const SignOutForm = ({ action }: { action: string }) => {
  const { t } = useTranslation()
  return (
    <>
      <h1>{t('logout.title')}</h1>
      <p>{t('logout.text')}</p>
      <form method="post" action={action}>
        <input type="hidden" name="form_token" value={useFormToken()} />
        <button type="submit">{t('logout.submit')}</button>
      </form>
      <p>
        <a href="/settings">{t('logout.stay')}</a>
      </p>
    </>
  )
}
