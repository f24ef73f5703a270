import { useTranslation } from 'react-i18next'

/** What to do, one after the other: a message key, and the page on which it is done with the message key of its link. */
export const Steps = ({ steps }: { steps: { text: string; path?: string; link?: string }[] }) => {
  const { t } = useTranslation()
  return (
    <ol className="steps">
      {steps.map(({ text, path, link }) => (
        <li key={text}>
          {t(text)} {path && link && <a href={path}>{t(link)}</a>}
        </li>
      ))}
    </ol>
  )
}
