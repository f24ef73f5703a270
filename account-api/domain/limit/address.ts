import { isIPv4, isIPv6 } from 'node:net'

/**
 * The part of a client's address that limits count by: an IPv4 address whole, of an IPv6 address the /64 that one
 * household or host gets. Anything else counts as one shared address.
 */
export const limitedAddress = (address: string): string => {
  const plain = address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '')
  if (isIPv4(plain)) return plain
  const unscoped = plain.split('%')[0] ?? ''
  if (!isIPv6(unscoped)) return 'unknown'
  const [head = '', tail] = unscoped.split('::')
  const groups = head === '' ? [] : head.split(':')
  const rest = tail === undefined || tail === '' ? [] : tail.split(':')
  if (tail !== undefined) while (groups.length + rest.length < 8) groups.push('0')
  return [...groups, ...rest]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}
