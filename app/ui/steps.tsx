import { useTranslation } from 'react-i18next'

/** A numbered list of things to do: the message key of each, and the page on which it is done. */
export const Steps = ({ steps }: { steps: { text: string; path?: string }[] }) => {
  const { t } = useTranslation()
  return (
    <ol className="steps">
      {steps.map(({ text, path }) => (
        <li key={text}>{path ? <a href={path}>{t(text)}</a> : t(text)}</li>
      ))}
    </ol>
  )
}
