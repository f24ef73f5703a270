/** The place of a deployment's passkeys, because they work nowhere else (WebAuthn Level 3, section 5.1.2). */
export interface PasskeyPlace {
  /** The RP ID: the host name of the deployment. */
  rpId: string
  /** The only origin whose pages may use them. */
  origin: string
}

const isAddress = (hostname: string): boolean => hostname.startsWith('[') || /^[\d.]+$/.test(hostname)

/**
 * The place of a deployment's passkeys, by its public URL: a Host header or an Origin header is never read.
 * @returns undefined if browsers offer none: at an IP address, and over plain HTTP beyond this machine
 */
export const passkeyPlaceOf = (publicUrl: string | URL): PasskeyPlace | undefined => {
  const { protocol, hostname, origin } = new URL(publicUrl)
  const isSecure = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')
  return isSecure && !isAddress(hostname) ? { rpId: hostname, origin } : undefined
}
