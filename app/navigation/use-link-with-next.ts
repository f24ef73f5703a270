import { useSearchParams } from '../framework'
import { safePath, withNext } from './return-address'

/** Where a person wanted to go stays in the address as they change their way of signing in, if it is a path of ours. */
export const useLinkWithNext = () => {
  const next = safePath(useSearchParams()[0].get('next') ?? '')
  return (path: string): string => withNext(path, next)
}
