import { isIPv4, isIPv6 } from 'node:net'

/**
 * The part of a client's address that limits count by: an IPv4 address whole, of an IPv6 address the /64 that one
 * household or host gets. Anything else counts as one shared address.
 */
export const limitedAddress = (address: string): string => {
  if (isIPv4(address)) return address
  const unscoped = address.split('%')[0] ?? ''
  if (!isIPv6(unscoped)) return 'unknown'
  // One spelling for each address (RFC 5952), whatever a proxy writes.
  const spelled = new URL(`http://[${unscoped}]`).hostname.slice(1, -1)
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(spelled) ?? []
  if (high && low) return [high, low].flatMap(bytesOf).join('.')
  const [head = '', tail] = spelled.split('::')
  const groups = head === '' ? [] : head.split(':')
  const rest = tail === undefined || tail === '' ? [] : tail.split(':')
  if (tail !== undefined) while (groups.length + rest.length < 8) groups.push('0')
  return [...groups, ...rest].slice(0, 4).join(':')
}

const bytesOf = (group: string): number[] => {
  const number = Number.parseInt(group, 16)
  return [number >> 8, number & 255]
}
