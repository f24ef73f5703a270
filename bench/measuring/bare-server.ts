import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '#tests/fixtures/programs/folder'
import { freePort } from '#tests/fixtures/programs/free-port'
import { startProgram } from '#tests/fixtures/programs/program'
import { root } from '#tests/fixtures/programs/server'
import { eventually } from '#tests/fixtures/time/eventually'
import { answerOf, drive, type Load } from './load'
import { median } from './median'
import { measured, usedBy } from './used'

/** The rounds before the first counted one. A server that has run for a minute has compiled the code of its pages. */
export const warmUps = 5
/** How often a page and the bare server take turns in a round. */
const turnsOfRound = 5

/** The CPU time that both processes of the product use meanwhile, in ms. */
export const cpuOf = async (folderOfReports: string, work: () => Promise<void>): Promise<number> => {
  const before = await usedBy(folderOfReports)
  await work()
  return (await usedBy(folderOfReports)).cpuMs - before.cpuMs
}

/** A server that only sends these bytes. */
export const startBareServer = async ({ headers, body }: { headers: string[]; body: Buffer }) => {
  const bareReports = temporaryFolder('bench-bare')
  const answerFile = join(bareReports.path, 'answer.json')
  writeFileSync(answerFile, JSON.stringify({ headers, body: body.toString('base64') }))
  const port = await freePort()
  const program = startProgram(process.execPath, [`${root}tests/fixtures/programs/bare-server.mjs`], {
    env: { PORT: String(port), BARE_ANSWER: answerFile, ...measured(bareReports.path) },
  })
  const bareUrl = `http://localhost:${port}/`
  await eventually('the bare server', async () => (await fetch(bareUrl)).ok || undefined)
  return {
    url: bareUrl,
    reports: bareReports.path,
    stop: async () => {
      await program.stop()
      bareReports.remove()
    },
  }
}

/**
 * The CPU cost of a request as a multiple of the same bytes from a bare server: the median of short turns, so that both
 * meet the same machine.
 * @param reports the folder for the reports of the measured processes
 * @param bares how many requests the bare server answers for each request of a page: its figure scatters most, because it is small
 */
export const timesBare = async (
  load: Load,
  { reports, rounds, times, bares }: { reports: string; rounds: number; times: number; bares: number },
): Promise<{ ratio: number; msEach: number; bareMsEach: number }> => {
  const bare = await startBareServer(await answerOf(load))
  const bareLoad = { ...load, url: bare.url }
  await drive(load, warmUps * times)
  // Its little code is compiled after as many requests as the page gets.
  await drive(bareLoad, warmUps * times)
  const each = times / turnsOfRound
  const turns: { ms: number; bareMs: number }[] = []
  while (turns.length < rounds * turnsOfRound) {
    const bareMs = (await cpuOf(bare.reports, () => drive(bareLoad, each * bares))) / each / bares
    turns.push({ bareMs, ms: (await cpuOf(reports, () => drive(load, each))) / each })
  }
  await bare.stop()
  return {
    ratio: median(turns.map(({ ms, bareMs }) => ms / bareMs)),
    msEach: median(turns.map(({ ms }) => ms)),
    bareMsEach: median(turns.map(({ bareMs }) => bareMs)),
  }
}
