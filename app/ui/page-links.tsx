import { useTranslation } from 'react-i18next'
import { useLocation } from '../framework'

/** The number of the page of a list that a URL asks for; 1 for anything that is no such number. */
export const pageOf = (request: Request): number => {
  const asked = new URL(request.url).searchParams.get('page') ?? ''
  return /^[1-9]\d{0,2}$/.test(asked) ? Number(asked) : 1
}

/** Links to the pages before and after this one. They keep the other parts of the query. */
export const PageLinks = ({ page, hasMore }: { page: number; hasMore: boolean }) => {
  const { t } = useTranslation()
  const { pathname, search } = useLocation()
  if (page === 1 && !hasMore) return null
  const to = (number: number) => {
    const query = new URLSearchParams(search)
    query.delete('notice')
    query.set('page', String(number))
    return `${pathname}?${query}`
  }
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
