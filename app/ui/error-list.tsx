import { useTranslation } from 'react-i18next'

/** What is wrong, where no field can be pointed to. Nothing when nothing is. */
export const ErrorList = ({ texts }: { texts: string[] }) => {
  const { t } = useTranslation()
  if (texts.length === 0) return null
  return (
    <div className="problem" role="alert" tabIndex={-1}>
      <h2>{t('form.errors_title')}</h2>
      <ul>
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  )
}
