import { Browser } from '#bench/visitors/browser'
import { crowdThatSignsIn, password } from '#bench/visitors/crowd'
import { codeOf, outboxOffice } from '#tests/fixtures/messages/post-office'
import { memoryFolder, temporaryFolder } from '#tests/fixtures/programs/folder'
import { freePort } from '#tests/fixtures/programs/free-port'
import { startAccountApi, startWebApp } from '#tests/fixtures/programs/server'
import { measured, usedBy } from './used'

/** The key that the two programs share. */
export const key = 'a key of 32 bytes for the measured pair'
const mobile = '+8613800138000'

/** The CPU time of a piece of work: of the account API, and of both programs. */
export interface Cpu {
  apiMs: number
  bothMs: number
}

/**
 * Starts a web app and its account API, each in its own process, with an account that is signed in in a browser.
 * @param name of its folders
 * @param signIns how many sign-ins will be measured
 * @param databaseUrl an empty PostgreSQL database. Default: SQLite
 */
export const startMeasuredPair = async (
  name: string,
  { signIns, databaseUrl }: { signIns: number; databaseUrl?: string },
) => {
  const folder = memoryFolder(name)
  const [apiReports, webReports] = [temporaryFolder(`${name}-api`), temporaryFolder(`${name}-web`)]
  // The protocol uses the addresses of the public URL, so both programs need the port.
  const port = await freePort()
  const url = `http://localhost:${port}`
  const PUBLIC_URL = url
  const api = await startAccountApi({
    DATA_DIR: folder.path,
    ACCOUNT_API_KEY: key,
    PUBLIC_URL,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    ...measured(apiReports.path),
  })
  const apiUrl = `http://127.0.0.1:${api.port}`
  const web = await startWebApp({
    DATA_DIR: folder.path,
    PORT: String(port),
    PUBLIC_URL,
    ACCOUNT_API_URL: apiUrl,
    ACCOUNT_API_KEY: key,
    TRUST_PROXY: '127.0.0.1',
    ...measured(webReports.path),
  })
  const person = new Browser(url)
  await person.send('/login/register', { mobile, region: 'CN' })
  const office = outboxOffice(api.port)
  await person.send('/login/register/code', { code: await codeOf(office, mobile), password })
  const signIn = await crowdThatSignsIn({ url, office, signIns })
  const usedByBoth = async () => {
    const [api, web] = [await usedBy(apiReports.path), await usedBy(webReports.path)]
    return { apiMs: api.cpuMs, bothMs: api.cpuMs + web.cpuMs }
  }
  return {
    url,
    apiUrl,
    person,
    signIn,
    cpuOf: async (work: () => Promise<void>): Promise<Cpu> => {
      const before = await usedByBoth()
      await work()
      const after = await usedByBoth()
      return { apiMs: after.apiMs - before.apiMs, bothMs: after.bothMs - before.bothMs }
    },
    stop: async () => {
      await web.stop()
      await api.stop()
      for (const each of [folder, apiReports, webReports]) each.remove()
    },
  }
}

export type MeasuredPair = Awaited<ReturnType<typeof startMeasuredPair>>
