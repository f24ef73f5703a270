import { key } from '#bench/measuring/measured-pair'
import { measured, type Used, usedBy } from '#bench/measuring/used'
import { codeOf, outboxOffice, type PostOffice } from '#tests/fixtures/messages/post-office'
import { temporaryFolder } from '#tests/fixtures/programs/folder'
import { freePort } from '#tests/fixtures/programs/free-port'
import { startWebApp } from '#tests/fixtures/programs/server'
import { type Application, addApplication } from './application'
import { Browser } from './browser'
import { addressOf, mobileOf, password } from './crowd'

/** A web app with its account API, and an application that people sign in to. */
export interface Deployment {
  url: string
  office: PostOffice
  application: Application
}

/**
 * The nth person, from the first page to a refreshed token of the application.
 * @returns the signed-in browser, and the tokens
 */
export const flow = async ({ url, office, application }: Deployment, nth: number) => {
  const [mobile, address] = [mobileOf(nth), addressOf(nth)]
  const first = new Browser(url, address)
  await first.send('/login/register', { mobile, region: 'CN' })
  await first.send('/login/register/code', { code: await codeOf(office, mobile), password })

  const browser = new Browser(url, address)
  await browser.send('/login', { account: mobile, password })

  const tokens = await application.exchange(await application.authorisedForLong(browser))
  return { browser, tokens: await application.refresh(tokens.refresh_token) }
}

/**
 * Starts a deployment in one process, as an operator does, with an application.
 * @param name of its folders
 */
export const startDeployment = async (
  name: string,
  settings: Record<string, string>,
): Promise<{ deployment: Deployment; used(): Promise<Used>; stop(): Promise<void> }> => {
  const [folder, reports] = [temporaryFolder(name), temporaryFolder(`${name}-used`)]
  const [port, apiPort] = [await freePort(), await freePort()]
  const url = `http://localhost:${port}`
  const web = await startWebApp({
    DATA_DIR: folder.path,
    PORT: String(port),
    ACCOUNT_API_PORT: String(apiPort),
    ACCOUNT_API_KEY: key,
    PUBLIC_URL: url,
    TRUST_PROXY: '127.0.0.1',
    ...settings,
    ...measured(reports.path),
  })
  const application = await addApplication({ url, apiUrl: `http://127.0.0.1:${apiPort}`, key })
  return {
    deployment: { url, office: outboxOffice(apiPort), application },
    used: () => usedBy(reports.path),
    stop: async () => {
      await web.stop()
      for (const each of [folder, reports]) each.remove()
    },
  }
}
