/** True when a URL's hostname names this machine itself (RFC 6761 section 6.3, RFC 1122 section 3.2.1.3, RFC 4291). */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)

/** True when a host that a server listens on is this machine itself. An IPv6 address has no brackets here. */
export const isLoopbackHost = (host: string): boolean => isLoopback(host.includes(':') ? `[${host}]` : host)
