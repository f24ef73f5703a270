// `npm run bench -- --soak`: the memory of `npm start` after half an hour of mixed use, one JSON line per figure. Every
// two seconds a person registers, signs in from another browser, consents to an application, which refreshes its token
// and reads claims, looks at pages and signs out. `--minutes 5` takes less time, and has no budget.
import { parseArgs } from 'node:util'
import { outboxOffice } from '#tests/fixtures/messages/post-office'
import { temporaryFolder } from '#tests/fixtures/programs/folder'
import { freePort } from '#tests/fixtures/programs/free-port'
import { startWebApp } from '#tests/fixtures/programs/server'
import { budgets } from './measuring/budgets'
import { exitCode, print } from './measuring/figure'
import { key } from './measuring/measured-pair'
import { measured, usedBy } from './measuring/used'
import { addApplication } from './visitors/application'
import { type Deployment, flow } from './visitors/flow'

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } }, strict: false })
const minutes = Number(values.minutes)
const [everyMs, perMinute] = [2000, 30]

const pages = [
  ...['/login', '/login/sms', '/login/register', '/.env'],
  ...['/settings', '/settings/profile', '/settings/activity', '/settings/authorisations', '/settings/organisations'],
]

/** One person in two browsers and an application. */
const use = async (deployment: Deployment, nth: number): Promise<void> => {
  const { browser, tokens } = await flow(deployment, nth)
  const userinfo = deployment.application.config.serverMetadata().userinfo_endpoint ?? ''
  await fetch(userinfo, { headers: { authorization: `Bearer ${tokens.access_token}` } })
  for (const page of pages) await browser.visit(page)
  await browser.send('/passport/web/logout', {})
}

const [folder, reports] = [temporaryFolder('bench-soak'), temporaryFolder('bench-soak-used')]
const [port, apiPort] = [await freePort(), await freePort()]
const url = `http://localhost:${port}`
const web = await startWebApp({
  LOG_LEVEL: 'info',
  DATA_DIR: folder.path,
  PORT: String(port),
  ACCOUNT_API_PORT: String(apiPort),
  ACCOUNT_API_KEY: key,
  PUBLIC_URL: url,
  TRUST_PROXY: '127.0.0.1',
  ...measured(reports.path),
})
const application = await addApplication({ url, apiUrl: `http://127.0.0.1:${apiPort}`, key })
const deployment = { url, office: outboxOffice(apiPort), application }
const memoryMb = async () => (await usedBy(reports.path)).memoryBytes / 1e6

print('memory after the start', await memoryMb(), 'MB')
let most = 0
for (let nth = 1; nth <= minutes * perMinute; nth += 1) {
  const next = new Promise((resolve) => setTimeout(resolve, everyMs))
  await use(deployment, nth)
  await next
  most = Math.max(most, await memoryMb())
  if (nth % (5 * perMinute) === 0) print(`memory after ${nth / perMinute} minutes of mixed use`, await memoryMb(), 'MB')
}
print('the most memory', most, 'MB')
print('memory after the mixed use', await memoryMb(), 'MB', minutes < 30 ? undefined : budgets.memoryMb)
await web.stop()
for (const each of [folder, reports]) each.remove()
process.exitCode = exitCode()
