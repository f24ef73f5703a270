import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SummaryList } from '~/ui/summary-list'

interface ShownSecretProps {
  /** A message key. */
  title: string
  name: string
  /** The page of the application. */
  path: string
  clientKey: string
  secret: string
  children?: ReactNode
}

/** A new secret, in the answer to the form that made it. No other answer has it, so a reload does not show it again. */
export const ShownSecret = ({ title, name, path, clientKey, secret, children }: ShownSecretProps) => {
  const { t } = useTranslation()
  return (
    <>
      <h1>{t(title, { name })}</h1>
      <p>
        <strong>{t('clients.shown_once')}</strong>
      </p>
      <SummaryList facts={{ 'clients.client_id': { copied: clientKey }, 'clients.secret': { copied: secret } }} />
      {children}
      <p>{t('clients.keep_secret')}</p>
      <p>
        <a className="button" href={path}>
          {t('clients.kept_secret')}
        </a>
      </p>
    </>
  )
}
