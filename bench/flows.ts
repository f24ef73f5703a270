// `npm run bench -- --flows`: whole flows a second, at both ends of PASSWORD_HASH. A person registers, signs in from
// another browser and consents to an application, which exchanges its code and refreshes its token once. One JSON line
// per figure. The visitors and the application run on the same machine.
import { outboxOffice } from '#tests/fixtures/messages/post-office'
import { temporaryFolder } from '#tests/fixtures/programs/folder'
import { freePort } from '#tests/fixtures/programs/free-port'
import { startWebApp } from '#tests/fixtures/programs/server'
import { print } from './measuring/figure'
import { key } from './measuring/measured-pair'
import { measured, usedBy } from './measuring/used'
import { addApplication } from './visitors/application'
import { type Deployment, flow } from './visitors/flow'

const [warmUps, flows, atOnce] = [200, 400, 8]

const inTurns = async (deployment: Deployment, from: number, count: number): Promise<void> => {
  let next = from
  const work = async () => {
    while (next < from + count) {
      next += 1
      await flow(deployment, next)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

/** Starts a deployment as an operator does, with an application. */
const measure = async (PASSWORD_HASH: string): Promise<void> => {
  const [folder, reports] = [temporaryFolder('bench-flows'), temporaryFolder('bench-flows-used')]
  const [port, apiPort] = [await freePort(), await freePort()]
  const url = `http://localhost:${port}`
  const web = await startWebApp({
    DATA_DIR: folder.path,
    PORT: String(port),
    ACCOUNT_API_PORT: String(apiPort),
    ACCOUNT_API_KEY: key,
    PUBLIC_URL: url,
    TRUST_PROXY: '127.0.0.1',
    PASSWORD_HASH,
    ...measured(reports.path),
  })
  const application = await addApplication({ url, apiUrl: `http://127.0.0.1:${apiPort}`, key })
  const deployment = { url, office: outboxOffice(apiPort), application }

  await inTurns(deployment, 0, warmUps)
  const [before, startedAt] = [await usedBy(reports.path), performance.now()]
  await inTurns(deployment, warmUps, flows)
  const seconds = (performance.now() - startedAt) / 1000
  const cpuSeconds = ((await usedBy(reports.path)).cpuMs - before.cpuMs) / 1000
  print(`whole flows, ${PASSWORD_HASH}`, flows / seconds, 'a second')
  print(`whole flows, ${PASSWORD_HASH}, per second of CPU of the server`, flows / cpuSeconds, 'a second')
  await web.stop()
  for (const each of [folder, reports]) each.remove()
}

for (const PASSWORD_HASH of ['m=19456,t=2', 'm=7168,t=5']) await measure(PASSWORD_HASH)
