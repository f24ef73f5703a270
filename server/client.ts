import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * The client that room is shared out to, by its client address. IPv4: the whole address, also one that is mapped into
 * IPv6. IPv6: the /64 that one household or host gets.
 */
export const clientOf = (address: string): string => {
  if (!address.includes(':') || !isIPv6(address)) return address
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString()
}
