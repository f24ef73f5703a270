import { useTranslation } from 'react-i18next'

/** A numbered list of things to do: a message key, and the page of each with the message key of its link. */
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
