import { useTranslation } from 'react-i18next'

/** Says that the proven account has no mobile. */
export const NoMobile = () => {
  const { t } = useTranslation()
  return (
    <>
      <h1>{t('lost.none.title')}</h1>
      <p>{t('lost.none.text')}</p>
      <p>
        <a className="button" href="/login">
          {t('ways.to_sign_in')}
        </a>
      </p>
    </>
  )
}
