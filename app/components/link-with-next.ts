import { useSearchParams } from '@remix-run/react'

/** Where a person wanted to go stays in the address as they change their way of signing in; it is judged when used. */
export const useLinkWithNext = () => {
  const next = useSearchParams()[0].get('next')
  return (path: string): string => (next ? `${path}?${new URLSearchParams({ next })}` : path)
}
