import { useTranslation } from 'react-i18next'
import { useOpenLinks } from '~/navigation/open-pages/use-open-pages'
import { useLinkWithNext } from '~/navigation/returning/use-link-with-next'

interface Topic {
  /** The message keys of the link, and of the hint below it. */
  text: string
  hint: string
  /** True when the page opens in a new tab, which its hint says. */
  newTab?: true
}

/** A choice of pages by topic, by their paths. Their links keep the return address. */
export const LinkCards = ({ topics }: { topics: Record<string, Topic> }) => {
  const { t } = useTranslation()
  const withNext = useLinkWithNext()
  const links = Object.entries(topics).map(([path, topic]) => ({ path, ...topic }))
  return (
    <ul className="rows">
      {useOpenLinks()(links).map(({ path, text, hint, newTab }) => (
        <li key={path}>
          <a href={newTab ? path : withNext(path)} {...(newTab && { target: '_blank', rel: 'noopener' })}>
            {t(text)}
          </a>
          <p>{t(hint)}</p>
        </li>
      ))}
    </ul>
  )
}
