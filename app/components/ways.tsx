import { useTranslation } from 'react-i18next'
import { useLinkWithNext } from './link-with-next'

/** Links to other ways to do what the page is for. `?next=` goes along. */
export const Ways = ({ title, ways }: { title: string; ways: Record<string, string> }) => {
  const { t } = useTranslation()
  const withNext = useLinkWithNext()
  return (
    <nav className="ways" aria-label={t(title)}>
      <h2>{t(title)}</h2>
      <ul>
        {Object.entries(ways).map(([path, text]) => (
          <li key={path}>
            <a href={withNext(path)}>{t(text)}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
