// `npm run bench -- --flows`: whole flows a second, at both ends of PASSWORD_HASH. A person registers, signs in from
// another browser and consents to an application, which exchanges its code and refreshes its token once. One JSON line
// per figure. The visitors and the application run on the same machine.
import { print } from './measuring/figure'
import { type Deployment, flow, startDeployment } from './visitors/flow'

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

const measure = async (PASSWORD_HASH: string): Promise<void> => {
  const { deployment, used, stop } = await startDeployment('bench-flows', { PASSWORD_HASH })
  await inTurns(deployment, 0, warmUps)
  const [before, startedAt] = [await used(), performance.now()]
  await inTurns(deployment, warmUps, flows)
  const seconds = (performance.now() - startedAt) / 1000
  const cpuSeconds = ((await used()).cpuMs - before.cpuMs) / 1000
  print(`whole flows, ${PASSWORD_HASH}`, flows / seconds, 'a second')
  print(`whole flows, ${PASSWORD_HASH}, per second of CPU of the server`, flows / cpuSeconds, 'a second')
  await stop()
}

for (const PASSWORD_HASH of ['m=19456,t=2', 'm=7168,t=5']) await measure(PASSWORD_HASH)
