import { useTranslation } from 'react-i18next'
import { useLinkWithNext } from '../navigation/use-link-with-next'

interface LinkRowsProps {
  /** The message keys of the links, by path. */
  links: Record<string, string>
}

interface LinkListProps extends LinkRowsProps {
  /** A message key, and the values of its text. */
  title: string
  values?: Record<string, string>
}

/** Links to other pages. They keep the return address. */
export const LinkRows = ({ links }: LinkRowsProps) => {
  const { t } = useTranslation()
  const withNext = useLinkWithNext()
  return (
    <ul className="rows">
      {Object.entries(links).map(([path, text]) => (
        <li key={path}>
          <a href={withNext(path)}>{t(text)}</a>
        </li>
      ))}
    </ul>
  )
}

/** Links to other ways of doing what the page is for, with a title. */
export const LinkList = ({ title, values, links }: LinkListProps) => {
  const { t } = useTranslation()
  return (
    <nav className="ways" aria-label={t(title, { ...values })}>
      <h2>{t(title, { ...values })}</h2>
      <LinkRows links={links} />
    </nav>
  )
}
