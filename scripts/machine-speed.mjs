import { execFileSync } from 'node:child_process'
import { cpuUsage } from 'node:process'
import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'

/**
 * CPU seconds of the work below on the machine of the budgets. With helper threads of V8 it took 0.29 there, and 0.52 on
 * a machine where `npm test` of one commit took 1.79 times as long. Without them it takes 0.79 of that.
 */
const secondsThere = 0.23

const functions = 6000
const records = 60_000
/** The median of so many counts, because collected garbage falls into some of them. */
const turns = 5

/** Work like that of the suites, always the same: sources to compile, values to build, texts to read and write. */
const work = () => {
  const source = Array.from({ length: functions }, (_, nth) => `function f${nth}(a) { return [a, { b: a + ${nth} }] }`)
  const calls = source.map((_, nth) => `f${nth}(${nth})`)
  const made = new Script(`${source.join('\n')};[${calls}]`).runInThisContext()
  const byName = new Map()
  for (let nth = 0; nth < records; nth += 1)
    byName.set(`name-${(nth * 7919) % records}`, {
      nth,
      made: made[nth % functions],
      words: `${nth} of ${records}`.split(' '),
    })
  return JSON.parse(JSON.stringify([...byName])).toSorted(([one], [other]) => (one < other ? -1 : 1)).length
}

/** How many times as long this machine takes for the same work as the machine of the budgets. */
const measure = () => {
  const seconds = Array.from({ length: turns }, () => {
    const before = cpuUsage()
    work()
    const { user, system } = cpuUsage(before)
    return (user + system) / 1e6
  })
  return (seconds.toSorted((one, other) => one - other)[turns >> 1] ?? 0) / secondsThere
}

const file = fileURLToPath(import.meta.url)
if (process.argv[1] === file) process.stdout.write(String(measure()))

/**
 * The same, in a new process: compiled code would make each later measurement in a process faster. It has no helper
 * threads: how much they do depends on whether a processor is free.
 */
export const slowness = () => Number(execFileSync(process.execPath, ['--single-threaded', file], { encoding: 'utf8' }))
