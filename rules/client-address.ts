import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * A client address in its canonical spelling: an IP address without brackets, port and zone, and IPv4 mapped into IPv6
 * as IPv4. Some proxies add the port of the connection. Undefined: the text is not an IP address.
 */
export const plainClientAddress = (text: string): string | undefined => {
  const [, inBrackets, beforePort] = /^(?:\[([^\]]*)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/.exec(text) ?? []
  const address = (inBrackets ?? beforePort ?? text).replace(/%.*$/, '')
  // ipaddr.js also accepts old spellings of IPv4, such as "1" for 0.0.0.1.
  return isIP(address) === 0 ? undefined : ipaddr.process(address).toString()
}
