import { isLoopback } from '#settings/loopback'

/** True when secrets may be sent to a URL: they cross no network in the clear. It names no user. */
export const isSafeUrl = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password, port } = new URL(text)
  return (
    (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))) &&
    hostname !== '' &&
    port !== '0' &&
    username + password === ''
  )
}
