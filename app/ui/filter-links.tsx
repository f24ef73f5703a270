import { useTranslation } from 'react-i18next'

interface FilterLinksProps {
  /** A message key. */
  label: string
  links: readonly { path: string; text: string; isCurrent: boolean }[]
}

/** Links that narrow the list of a page; the current one is marked. */
export const FilterLinks = ({ label, links }: FilterLinksProps) => (
  <nav aria-label={useTranslation().t(label)}>
    <ul className="pages">
      {links.map(({ path, text, isCurrent }) => (
        <li key={path}>
          <a href={path} {...(isCurrent && { 'aria-current': 'true' as const })}>
            {text}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)
