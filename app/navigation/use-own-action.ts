import { useLocation } from '../framework'

/** The query parameters that actions read. */
const read = ['next', 'ticket']

/**
 * The action of a form that posts to the URL of its own page. w3m drops the query of a form without an action, so the
 * action is written out where the query holds a ticket or a return address.
 */
export const useOwnAction = (): { action?: string } => {
  const { pathname, search } = useLocation()
  const query = new URLSearchParams([...new URLSearchParams(search)].filter(([name]) => read.includes(name)))
  return query.size > 0 ? { action: `${pathname}?${query}` } : {}
}
