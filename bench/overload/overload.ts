// `npm run bench -- --overload`: how a crowd that signs in is served, and how it affects another visitor. One JSON line
// per figure.
import { budgets } from '#bench/measuring/budgets'
import { exitCode, print } from '#bench/measuring/figure'
import { type Flood, p95, signInFlood } from './sign-in-flood'

/** How many sign in at once, and for how long. All run on the same machine, so each has its best throughput. */
const crowds = [
  { atOnce: 1, seconds: 5 },
  { atOnce: 64, seconds: 10 },
  { atOnce: 256, seconds: 12 },
  { atOnce: 600, seconds: 15 },
]

const most = Math.max(...crowds.map(({ atOnce }) => atOnce))
const flood = await signInFlood(most)
// Enough for the engine to have compiled the code.
await flood.run(64, 5)
const measured: { atOnce: number; run: Flood }[] = []
for (const { atOnce, seconds } of crowds) measured.push({ atOnce, run: await flood.run(atOnce, seconds) })
await flood.stop()

const best = Math.max(...measured.map(({ run }) => run.signInsASecond))
for (const { atOnce, run } of measured) {
  const at = `${atOnce} sign-ins at once`
  print(`${at}, signed in`, run.signInsASecond, 'a second')
  // A single person cannot use all cores.
  if (atOnce > 1)
    print(`${at}, the best throughput against theirs`, best / run.signInsASecond, 'times', budgets.overloadThroughput)
  print(`${at}, signed in, p95`, p95(run.servedMs), 'ms')
  print(`${at}, signed in, the slowest`, Math.max(0, ...run.servedMs), 'ms')
  print(`${at}, told to try again`, run.refusedMs.length, 'answers')
  print(`${at}, told to try again, p95`, p95(run.refusedMs), 'ms', budgets.refusedMs)
  print(`${at}, told to try again, the slowest`, Math.max(0, ...run.refusedMs), 'ms', budgets.refusedMs)
  // Includes refusals. Other load of the machine hardly affects it.
  print(`${at}, CPU of both processes for each who is signed in`, run.cpuMsASecond / run.signInsASecond, 'ms')
  print(`${at}, GET /login of another visitor, p95`, p95(run.loginMs), 'ms', budgets.otherVisitorLoginMs)
  print(`${at}, GET /settings of another visitor, p95`, p95(run.settingsMs), 'ms', budgets.otherVisitorSettingsMs)
}
process.exitCode = exitCode()
