import { isLoopback } from '#settings/loopback'

/** True when secrets may be sent to a URL: they are not sent in plain text, and it has no user. */
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
