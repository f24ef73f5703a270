import { useSearchParams } from '~/framework'
import { carriedNext, withNext } from './return-address'

/** Makes links that carry the page's return address, so that it survives a change of the sign-in method. */
export const useLinkWithNext = () => {
  const next = carriedNext(useSearchParams()[0].get('next') ?? '')
  return (path: string): string => withNext(path, next)
}
