import { useLocation } from '~/framework'

/** The query parameters that actions read. */
const read = [
  'next',
  'ticket',
  'invite_ticket',
  'invite_proof',
  'invite_id',
  'by',
  'token',
  'service',
  'scheme',
  'code_challenge',
  'state',
  'challenge',
  'to',
]

/**
 * The action of a form that posts to the URL of its own page. w3m drops the query of a form without an action, so the
 * action is written out if the query identifies the object of the form. A language in the URL is left out: the cookie
 * has it by then, and a button of the form may choose another.
 */
export const useOwnAction = (): { action?: string } => {
  const { pathname, search } = useLocation()
  const all = new URLSearchParams(search)
  const query = new URLSearchParams([...all].filter(([name]) => read.includes(name)))
  if (query.size > 0) return { action: `${pathname}?${query}` }
  return all.has('lng') ? { action: pathname } : {}
}
