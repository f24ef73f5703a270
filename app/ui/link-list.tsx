import { useTranslation } from 'react-i18next'
import { useLinkWithNext } from '../navigation/use-link-with-next'

interface LinkListProps {
  /** A message key, and the values of its text. */
  title: string
  values?: Record<string, string>
  /** The message keys of the links, by path. */
  links: Record<string, string>
}

/** Links to other ways of doing what the page is for. They keep the return address. */
export const LinkList = ({ title, values, links }: LinkListProps) => {
  const { t } = useTranslation()
  const withNext = useLinkWithNext()
  return (
    <nav className="ways" aria-label={t(title, { ...values })}>
      <h2>{t(title, { ...values })}</h2>
      <ul>
        {Object.entries(links).map(([path, text]) => (
          <li key={path}>
            <a href={withNext(path)}>{t(text)}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
