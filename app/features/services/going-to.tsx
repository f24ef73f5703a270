import { useTranslation } from 'react-i18next'

/** The content of a page that continues to a website automatically, after a sign-in for it. */
export const GoingTo = ({ name, to }: { name: string; to: string }) => {
  const { t } = useTranslation()
  return (
    <>
      <h1>{t('service.title')}</h1>
      <p>{t('service.text', { name })}</p>
      <p>
        <a className="button" href={to}>
          {t('service.go_on')}
        </a>
      </p>
    </>
  )
}
