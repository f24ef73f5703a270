import Bowser from 'bowser'

/** What a person is told of a browser; empty where it is not known. */
export interface ClientName {
  browser: string
  system: string
}

/** Browsers that the library has no name of its own for: of text, and of the command line. */
const others = ['w3m', 'Lynx', 'Links', 'ELinks', 'NetSurf', 'Dillo', 'curl', 'Wget']

const systems = new Set<string>(Object.values(Bowser.OS_MAP))
const browsers = new Set<string>([...Object.values(Bowser.BROWSER_MAP), ...others])

/**
 * A browser's own words (its User-Agent) as two names. Anybody can send any words, so only names that are known are
 * told: nothing of what was sent comes back.
 */
export const clientName = (client: string): ClientName => {
  // The library takes no empty text.
  const parser = Bowser.getParser(client || '-', true)
  const [first = ''] = client.split(/[/ (]/, 1)
  const browser = others.includes(first) ? first : parser.getBrowserName()
  const system = parser.getOSName()
  return { browser: browsers.has(browser) ? browser : '', system: systems.has(system) ? system : '' }
}
