import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * The client that shares capacity with others, by client address. IPv4: the whole address, even if mapped into IPv6.
 * IPv6: the /64 of one household or host.
 */
export const clientOf = (address: string): string => {
  if (!address.includes(':') || !isIPv6(address)) return address
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString()
}
