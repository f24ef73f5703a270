import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { listKey } from '#contract/terms/fields'
import { useLocation } from '~/framework'
import { flashParameters } from '~/navigation/flash/flash-names'

/** The page number of a list in a URL; 1 for anything else. */
export const pageOf = (request: Request): number => {
  const asked = new URL(request.url).searchParams.get('page') ?? ''
  return /^[1-9]\d{0,2}$/.test(asked) ? Number(asked) : 1
}

/** A place in a list, as in the query of a URL. */
interface Place {
  page?: string
  before?: string
  after?: string
}

/** The links that go back in a list: their arrow points back. */
const earlier: readonly string[] = ['pages.before', 'pages.newer', 'pages.first']

/** The address of another place in the list of this page. The filter stays. */
const useAddressOf = (): ((place: Place) => string) => {
  const { pathname, search } = useLocation()
  return (place) => {
    const query = new URLSearchParams(search)
    for (const name of [...flashParameters, 'page', 'before', 'after']) query.delete(name)
    for (const [name, value] of Object.entries(place)) query.set(name, value)
    return `${pathname}?${query}`
  }
}

/** Links to other places in the list of this page, by their texts. Undefined: no such place. */
const PlaceLinks = ({ places }: { places: Record<string, Place | undefined> }) => {
  const { t } = useTranslation()
  const to = useAddressOf()
  const found = Object.entries(places).flatMap(([text, place]) => (place ? [{ text, place }] : []))
  if (found.length === 0) return null
  return (
    <nav className="ways" aria-label={t('pages.label')}>
      <ul className="rows">
        {found.map(({ text, place }) => (
          <li key={text}>
            <a href={to(place)} {...(earlier.includes(text) && { className: 'earlier' })}>
              {t(text)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Links to the pages before and after this one. They keep the other parts of the query. */
export const PageLinks = ({ page, hasMore }: { page: number; hasMore: boolean }) => (
  <PlaceLinks
    places={{
      'pages.before': page > 1 ? { page: String(page - 1) } : undefined,
      'pages.after': hasMore ? { page: String(page + 1) } : undefined,
    }}
  />
)

/** The place in a list that is read by keys, from a URL; the first page by default. */
export const keysOf = (request: Request, key: z.ZodType<string>): { before?: string; after?: string } => {
  const { searchParams } = new URL(request.url)
  const [before, after] = ['before', 'after'].map((name) => key.safeParse(searchParams.get(name)).data)
  if (before !== undefined) return { before }
  return after === undefined ? {} : { after }
}

/** Links to the previous and the next page of a list that is read by keys. They keep the filter. */
export const KeyLinks = ({ newer, older }: { newer?: string | undefined; older?: string | undefined }) => (
  <PlaceLinks
    places={{
      'pages.newer': newer === undefined ? undefined : { after: newer },
      'pages.older': older === undefined ? undefined : { before: older },
    }}
  />
)

/**
 * The key of the entry before the page, from a URL; undefined for the first page, and for anything that is not a key.
 */
export const keyOf = (request: Request): string | undefined => {
  const asked = new URL(request.url).searchParams.get('after') ?? ''
  return listKey.safeParse(asked).success ? asked : undefined
}

/** Links to the first page of a list and to the one after this one, which begins after a key. */
export const NextLinks = ({ next }: { next: string | null }) => {
  const isFirst = !new URLSearchParams(useLocation().search).has('after')
  return (
    <PlaceLinks
      places={{ 'pages.first': isFirst ? undefined : {}, 'pages.after': next === null ? undefined : { after: next } }}
    />
  )
}

/**
 * Links to the pages of a list whose entries are counted: the first and the last one, and those around the current one.
 */
export const NumberedPages = ({ page, pages }: { page: number; pages: number }) => {
  const { t } = useTranslation()
  const to = useAddressOf()
  if (pages < 2) return null
  const numbers = [...new Set([1, page - 1, page, page + 1, pages])].filter((each) => each >= 1 && each <= pages)
  const link = (each: number, text: string) => (
    <li key={text}>
      <a href={to({ page: String(each) })} {...(each === page && { 'aria-current': 'page' as const })}>
        {text}
      </a>
    </li>
  )
  return (
    <nav aria-label={t('pages.label')}>
      <ul className="pages numbers">
        {page > 1 && link(page - 1, t('pages.before'))}
        {numbers.flatMap((each, nth) => [
          ...(each - (numbers[nth - 1] ?? each) > 1 ? [<li key={`before ${each}`}>…</li>] : []),
          link(each, String(each)),
        ])}
        {page < pages && link(page + 1, t('pages.after'))}
      </ul>
    </nav>
  )
}
