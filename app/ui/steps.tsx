import { useTranslation } from 'react-i18next'
import { useOpenLinks } from '~/navigation/open-pages/use-open-pages'

/** A numbered list of tasks: the message key of each, and its page. A step whose page is closed is left out. */
export const Steps = ({ steps }: { steps: { text: string; path?: string }[] }) => {
  const { t } = useTranslation()
  const open = useOpenLinks()
  const shown = steps.flatMap(({ text, path }) => (path === undefined ? [{ text }] : open([{ text, path }])))
  return (
    <ol className="steps">
      {shown.map(({ text, path }: { text: string; path?: string }) => (
        <li key={text}>{path ? <a href={path}>{t(text)}</a> : t(text)}</li>
      ))}
    </ol>
  )
}
