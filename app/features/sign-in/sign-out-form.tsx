import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FormToken } from '~/session/form-token'
import { Button } from '~/ui/button'

interface SignOutFormProps {
  action: string
  /** True if a person would expect to stay signed in: that button comes first, as the primary one. */
  stayFirst?: boolean
  children?: ReactNode
}

/** The question whether to sign out. */
export const SignOutForm = ({ action, stayFirst = false, children }: SignOutFormProps) => {
  const { t } = useTranslation()
  return (
    <>
      <h1>{t('logout.title')}</h1>
      {children}
      <p>{t('logout.text')}</p>
      <form method="post" action={action}>
        <FormToken />
        {stayFirst && (
          <a className="button" href="/settings">
            {t('logout.stay')}
          </a>
        )}
        <Button text="logout.submit" quiet={stayFirst} />
      </form>
      {!stayFirst && (
        <p>
          <a href="/settings">{t('logout.stay')}</a>
        </p>
      )}
    </>
  )
}
