import { useLocation } from '~/framework'
import { flashParameters } from '~/navigation/flash/flash-names'
import { queryOf } from './url-filter'

/** True if a URL asks for every box to be ticked. */
export const asksForAll = ({ searchParams }: URL): boolean => searchParams.get('ticked') === 'all'

/** The link that ticks all boxes of this page, or none. */
export const useTickLink = (isTicked: boolean) => {
  const { pathname, search } = useLocation()
  const query = new URLSearchParams(search)
  for (const name of [...flashParameters, 'ticked']) query.delete(name)
  if (!isTicked) query.set('ticked', 'all')
  return {
    path: pathname + queryOf(Object.fromEntries(query)),
    text: isTicked ? 'members.tick_none' : 'members.tick_all',
    isTicked,
  }
}
