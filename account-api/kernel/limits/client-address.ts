import ipaddr from 'ipaddr.js'
import { plainClientAddress } from '#rules/client-address'

/**
 * The part of a client address that limits count by. IPv4: the whole address, even if mapped into IPv6. IPv6: the /64
 * of one household or host. Anything else counts as one shared address.
 */
export const limitedClientAddress = (address: string): string => {
  const plain = plainClientAddress(address)
  if (plain === undefined) return 'unknown'
  const parsed = ipaddr.parse(plain)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const [one = 0, two = 0, three = 0, four = 0] = parsed.parts
  return [one, two, three, four].map((part) => part.toString(16)).join(':')
}

/** The network around a client address, for limits: the /24 of an IPv4 address, the /48 of an IPv6 address. */
export const networkOf = (address: string): string => {
  const limited = limitedClientAddress(address)
  const separator = limited.includes(':') ? ':' : '.'
  return limited.split(separator).slice(0, 3).join(separator)
}
