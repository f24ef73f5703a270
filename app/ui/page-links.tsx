import { useTranslation } from 'react-i18next'
import { listKey } from '../../contract/fields'
import { useLocation } from '../framework'

/** The number of the page of a list that a URL asks for; 1 for anything that is no such number. */
export const pageOf = (request: Request): number => {
  const asked = new URL(request.url).searchParams.get('page') ?? ''
  return /^[1-9]\d{0,2}$/.test(asked) ? Number(asked) : 1
}

/** Makes the address of another place in the list of this page. The filter stays. */
const usePlaceInList = () => {
  const { pathname, search } = useLocation()
  return (place: { page?: string; before?: string; after?: string }): string => {
    const query = new URLSearchParams(search)
    for (const name of ['notice', 'page', 'before', 'after']) query.delete(name)
    for (const [name, value] of Object.entries(place)) query.set(name, value)
    return `${pathname}?${query}`
  }
}

/** Links to the pages before and after this one. They keep the other parts of the query. */
export const PageLinks = ({ page, hasMore }: { page: number; hasMore: boolean }) => {
  const { t } = useTranslation()
  const toPage = usePlaceInList()
  if (page === 1 && !hasMore) return null
  const to = (number: number) => toPage({ page: String(number) })
  return (
    <nav className="ways" aria-label={t('pages.label')}>
      <ul className="rows">
        {page > 1 && (
          <li>
            <a href={to(page - 1)}>{t('pages.before')}</a>
          </li>
        )}
        {hasMore && (
          <li>
            <a href={to(page + 1)}>{t('pages.after')}</a>
          </li>
        )}
      </ul>
    </nav>
  )
}

/** Links to the entries before and after those of a page, in a list that is read by keys. They keep the filter. */
export const KeyLinks = ({ newer, older }: { newer?: string | undefined; older?: string | undefined }) => {
  const { t } = useTranslation()
  const to = usePlaceInList()
  if (newer === undefined && older === undefined) return null
  return (
    <nav className="ways" aria-label={t('pages.label')}>
      <ul className="rows">
        {newer !== undefined && (
          <li>
            <a href={to({ after: newer })}>{t('pages.newer')}</a>
          </li>
        )}
        {older !== undefined && (
          <li>
            <a href={to({ before: older })}>{t('pages.older')}</a>
          </li>
        )}
      </ul>
    </nav>
  )
}

/** The key of the entry before the page that a URL asks for; undefined for the first page, and for what is no key. */
export const keyOf = (request: Request): string | undefined => {
  const asked = new URL(request.url).searchParams.get('after') ?? ''
  return listKey.safeParse(asked).success ? asked : undefined
}

/** Links to the first page of a list and to the one after this one, which begins after a key. */
export const NextLinks = ({ next }: { next: string | null }) => {
  const { t } = useTranslation()
  const { search } = useLocation()
  const to = usePlaceInList()
  const isFirst = !new URLSearchParams(search).has('after')
  if (isFirst && next === null) return null
  return (
    <nav className="ways" aria-label={t('pages.label')}>
      <ul className="rows">
        {!isFirst && (
          <li>
            <a href={to({})}>{t('pages.first')}</a>
          </li>
        )}
        {next !== null && (
          <li>
            <a href={to({ after: next })}>{t('pages.after')}</a>
          </li>
        )}
      </ul>
    </nav>
  )
}
