import { findChromium } from '../../scripts/programs.mjs'

const executablePath = findChromium()

/** How the tests start Chromium: the one that CHROMIUM names, or one that is installed. */
export const launchOptions = {
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
}
