import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormToken } from '../session/use-form-token'

/** The question whether to sign out. `action` signs out. `children`: who asks for it. */
export const SignOutForm = ({ action, children }: { action: string; children?: ReactNode }) => {
  const { t } = useTranslation()
  return (
    <>
      <h1>{t('logout.title')}</h1>
      {children}
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
