// `npm run bench -- --soak`: the memory of `npm start` after half an hour of mixed use, one JSON line per figure. Every
// two seconds a person registers, signs in from another browser, consents to an application, which refreshes its token
// and reads claims, looks at pages and signs out. `--minutes 5` takes less time, and has no budget.
import { parseArgs } from 'node:util'
import { budgets } from './measuring/budgets'
import { exitCode, print } from './measuring/figure'
import { type Deployment, flow, startDeployment } from './visitors/flow'

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

const { deployment, used, stop } = await startDeployment('bench-soak', { LOG_LEVEL: 'info' })
const memoryMb = async () => (await used()).memoryBytes / 1e6

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
await stop()
process.exitCode = exitCode()
