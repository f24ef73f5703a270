import { useTranslation } from 'react-i18next'
import { useOpenLinks } from '../navigation/open-pages/use-open-pages'

/** A choice of pages by topic: by path, the message keys of the link and of the hint below it. */
export const LinkCards = ({ topics }: { topics: Record<string, { text: string; hint: string }> }) => {
  const { t } = useTranslation()
  const links = Object.entries(topics).map(([path, topic]) => ({ path, ...topic }))
  return (
    <ul className="rows">
      {useOpenLinks()(links).map(({ path, text, hint }) => (
        <li key={path}>
          <a href={path}>{t(text)}</a>
          <p>{t(hint)}</p>
        </li>
      ))}
    </ul>
  )
}
