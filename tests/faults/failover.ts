// PostgreSQL with failover (Patroni, etcd, HAProxy, synchronous replication), whose primary is killed under registrations
// through two account APIs: every account that was acknowledged has to be found at the next primary, and a registration
// that was cut off either happened as a whole or can be sent again with the same code.
//   npx tsx tests/faults/failover.ts [--rounds 2]
// The first round, and every second one after it, kills the server of the primary, and its Patroni sees that. The others
// kill Patroni too, as when the machine is gone. It reports how long nothing was acknowledged, and allows any time.
import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startCluster } from '#tests/fixtures/databases/cluster/cluster'
import { outboxOffice } from '#tests/fixtures/messages/post-office'
import { startRoundRobin } from '#tests/fixtures/network/round-robin'
import { memoryFolder } from '#tests/fixtures/programs/folder'
import { startAccountApi } from '#tests/fixtures/programs/server'
import { eventually } from '#tests/fixtures/time/eventually'
import { type Attempt, isCutOff, isWhole, registerOne, signsIn } from './registrations'
import { key, report, secondsSince } from './run'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '2' } } })
const rounds = Math.min(Number(values.rounds), 20)
const peopleAtOnce = 4
const mostMsBeforeTheKill = 900

const underFailovers = async () => {
  const cluster = await startCluster()
  const folder = memoryFolder('failover')
  const start = () => startAccountApi({ ACCOUNT_API_KEY: key, DATABASE_URL: cluster.url, DATA_DIR: folder.path })
  const apis = [await start(), await start()]
  const balancer = await startRoundRobin(() => apis.map(({ port }) => port), { followsReadyz: true })
  const office = outboxOffice(apis[0]?.port ?? 0)
  const counts = {
    acknowledged: 0,
    lost: 0,
    halfDone: 0,
    /** Registrations without an answer, or with the balancer's answer. */
    cutOff: 0,
    /** Members that took over. */
    takenOver: 0,
    /** From each kill to the first acknowledged registration that began after it. */
    secondsWithout: [] as number[],
  }
  const attempts: Attempt[] = []
  const acknowledgedSince = (first: number) => attempts.slice(first).filter(({ acknowledged }) => acknowledged).length
  let isOver = false
  let lastCutOff = ''
  const register = async () => {
    while (!isOver)
      try {
        await registerOne(balancer.url, office, attempts)
      } catch (error) {
        if (!isCutOff(error)) throw error
        counts.cutOff += 1
        lastCutOff = String(error)
        await pause(50)
      }
  }
  const people = Array.from({ length: peopleAtOnce }, register)
  const patience = { seconds: 120 }
  for (let round = 0; round < rounds; round += 1) {
    const before = attempts.length
    await eventually('a registration of this round', () => acknowledgedSince(before) || undefined, patience)
    await pause(randomInt(50, mostMsBeforeTheKill))
    const killed = await cluster.primary()
    const isMachine = round % 2 === 1
    await (isMachine ? killed.kill() : killed.killServer())
    const [killedAt, first] = [performance.now(), attempts.length]
    await eventually('a registration after the kill', () => acknowledgedSince(first) || undefined, patience).catch(
      async (error: Error) => {
        const roles = await Promise.all(cluster.members.map((member) => member.role()))
        const said = apis.map((api) => api.ended() ?? api.said().slice(-1000))
        const begun = attempts.length - first
        const inRotation = balancer.inRotation().length
        const seen = { round, isMachine, roles, begun, cutOff: counts.cutOff, lastCutOff, inRotation, said }
        throw new Error(`${error.message}: ${JSON.stringify(seen)}`, { cause: error })
      },
    )
    counts.secondsWithout.push(secondsSince(killedAt))
    counts.takenOver += (await cluster.primary()) === killed ? 0 : 1
    if (isMachine) killed.restart()
    // The last one is not waited for: nothing is killed after it.
    if (round < rounds - 1) await cluster.whole()
  }
  isOver = true
  await Promise.all(people)

  for (const attempt of attempts)
    if (attempt.acknowledged) {
      counts.acknowledged += 1
      counts.lost += (await signsIn(balancer.url, attempt)) ? 0 : 1
    } else counts.halfDone += (await isWhole(balancer.url, attempt)) ? 0 : 1
  await Promise.all(apis.map((api) => api.stop('SIGKILL')))
  await balancer.stop()
  await cluster.stop()
  folder.remove()
  return counts
}

const startedAt = performance.now()
const counts = await underFailovers()
const passed = counts.lost + counts.halfDone === 0 && counts.acknowledged >= rounds && counts.takenOver === rounds
report(
  { rounds, ...counts, seconds: secondsSince(startedAt) },
  { 'failover of PostgreSQL under registrations': passed },
)
