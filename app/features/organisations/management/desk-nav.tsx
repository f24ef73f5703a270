import { useTranslation } from 'react-i18next'
import { mostCounted } from '#contract/organisations/counts'
import type { ActingAs } from '~/features/organisations/acting.server'
import { organisationPath } from '~/features/organisations/organisation-path'
import { useLocation } from '~/framework'
import { useIsOpen } from '~/navigation/open-pages/use-open-pages'
import { deskGroups } from './desk-pages'

/** The data of a page of an organisation, as its loader returns it. */
export const actingIn = (data: unknown): ActingAs | undefined => {
  const { acting } = (data ?? {}) as { acting?: Partial<ActingAs> | null }
  return acting?.subject && acting.permissions ? (acting as ActingAs) : undefined
}

/** A count for a page: "999+" for more. */
export const countText = (count: number): string => (count < mostCounted ? String(count) : `${mostCounted - 1}+`)

/**
 * The pages of an organisation, each with its count: next to the page if the screen has room, otherwise below its
 * overview. On a small screen, all other pages have one link to that overview.
 */
export const DeskNav = ({ acting, small = false }: { acting: ActingAs; small?: boolean }) => {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const isOpen = useIsOpen()
  const groups = deskGroups(acting).map(({ title, pages }) => ({
    title,
    links: pages
      .map(({ below, text, count }) => ({
        path: organisationPath(acting.subject, below),
        text,
        count: count && acting.counts?.[count],
      }))
      .filter(({ path }) => isOpen(path)),
  }))
  const current = nearestTo(
    pathname,
    groups.flatMap(({ links }) => links.map(({ path }) => path)),
  )
  const overview = organisationPath(acting.subject)
  const isFolded = pathname !== overview
  const allPages = (
    <p className="all-pages">
      <a href={overview}>{t('organisation.all_pages')}</a>
    </p>
  )
  if (small && isFolded) return allPages
  return (
    <nav
      className={isFolded ? 'desk-nav folded' : 'desk-nav'}
      aria-label={t('organisation.pages', { name: acting.subject.subject_name })}
    >
      {isFolded && allPages}
      {groups.map(
        ({ title, links }) =>
          links.length > 0 && (
            <div key={title} className="ways">
              <h2>{t(title)}</h2>
              <ul className="rows">
                {links.map(({ path, text, count }) => (
                  <li key={path}>
                    <a
                      href={path}
                      {...(path === current && { 'aria-current': path === pathname ? ('page' as const) : true })}
                    >
                      {t(text)}
                    </a>
                    {typeof count === 'number' && <span className="count"> ({countText(count)})</span>}
                  </li>
                ))}
              </ul>
            </div>
          ),
      )}
    </nav>
  )
}

/** The page for a path: the longest matching one. */
const nearestTo = (path: string, pages: readonly string[]): string | undefined =>
  pages
    .filter((page) => path === page || path.startsWith(`${page}/`))
    .sort((one, other) => other.length - one.length)[0]

/** In the head of a page of an organisation: the links to the organisation and to the account. */
export const DeskLinks = ({ acting }: { acting: ActingAs }) => {
  const { t } = useTranslation()
  return (
    <p className="head-links">
      <a href={organisationPath(acting.subject)}>
        <bdi>{acting.subject.subject_name}</bdi>
      </a>{' '}
      <a href="/settings">{t('organisation.account')}</a>
    </p>
  )
}
