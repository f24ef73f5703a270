import { existsSync } from 'node:fs'

// First Chromium without the window round it: the same pages for little more than half the CPU.
const found = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
  .map((name) => `/usr/bin/${name}`)
  .find(existsSync)
const executablePath = process.env.CHROMIUM ?? found

/** How the tests start Chromium: the one that CHROMIUM names, or one that is installed. */
export const launchOptions = {
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
}
