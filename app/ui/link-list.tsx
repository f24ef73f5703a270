import { useTranslation } from 'react-i18next'
import type { TextLink } from '~/navigation/open-pages/open-pages'
import { useOpenLinks } from '~/navigation/open-pages/use-open-pages'
import { useLinkWithNext } from '~/navigation/returning/use-link-with-next'

interface LinkRowsProps {
  /** The message keys of the links, by path. */
  links: Record<string, string>
  /** Facts about the pages, by path. */
  states?: Record<string, string | undefined>
}

interface LinkListProps extends LinkRowsProps {
  /** A message key, and the values of its text. */
  title: string
  values?: Record<string, string>
}

const linksIn = (links: Record<string, string>): TextLink[] =>
  Object.entries(links).map(([path, text]) => ({ path, text }))

/** Links to other pages. They keep the return address. */
export const LinkRows = ({ links, states = {} }: LinkRowsProps) => {
  const { t } = useTranslation()
  const withNext = useLinkWithNext()
  const open = useOpenLinks()(linksIn(links))
  if (open.length === 0) return null
  return (
    <ul className="rows">
      {open.map(({ path, text }) => (
        <li key={path}>
          <a href={withNext(path)}>{t(text)}</a>
          {states[path] && (
            <>
              {' '}
              <span className="row-state">{states[path]}</span>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Links to other ways to do the page's task, with a title. */
export const LinkList = ({ title, values, links, states }: LinkListProps) => {
  const { t } = useTranslation()
  if (useOpenLinks()(linksIn(links)).length === 0) return null
  return (
    <nav className="ways" aria-label={t(title, { ...values })}>
      <h2>{t(title, { ...values })}</h2>
      <LinkRows links={links} {...(states && { states })} />
    </nav>
  )
}
