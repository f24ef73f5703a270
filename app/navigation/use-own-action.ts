import { useLocation } from '../framework'

/** What an action reads of its page's query. */
const read = ['next', 'ticket']

/**
 * The action of a form that posts to its page's own address. It has to be said where the query matters: w3m leaves the
 * query out otherwise, and with it a ticket or where the person wants to go.
 */
export const useOwnAction = (): { action?: string } => {
  const { pathname, search } = useLocation()
  const query = new URLSearchParams([...new URLSearchParams(search)].filter(([name]) => read.includes(name)))
  return query.size > 0 ? { action: `${pathname}?${query}` } : {}
}
