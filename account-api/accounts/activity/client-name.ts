import Bowser from 'bowser'
import { LRUCache } from 'lru-cache'

/** The names of a browser and its system. Empty where unknown. */
export interface ClientName {
  browser: string
  system: string
}

/** Clients that the library has no names for: text browsers and command-line clients. */
const others = ['w3m', 'Lynx', 'Links', 'ELinks', 'NetSurf', 'Dillo', 'curl', 'Wget']

const systems = new Set<string>(Object.values(Bowser.OS_MAP))
const browsers = new Set<string>([...Object.values(Bowser.BROWSER_MAP), ...others])

/** The names of recent clients. A page shows several, mostly of one person. */
const known = new LRUCache<string, ClientName>({ max: 500 })

/**
 * Reads a User-Agent as two names. Anybody can send any text, so only known names are returned, and no part of the text
 * itself.
 */
export const clientName = (client: string): ClientName => {
  const found = known.get(client) ?? read(client)
  known.set(client, found)
  return found
}

const read = (client: string): ClientName => {
  // The library refuses an empty text.
  const parser = Bowser.getParser(client || '-', true)
  const [first = ''] = client.split(/[/ (]/, 1)
  const browser = others.includes(first) ? first : parser.getBrowserName()
  const system = parser.getOSName()
  return { browser: browsers.has(browser) ? browser : '', system: systems.has(system) ? system : '' }
}
