import { median } from '#bench/measuring/median'
import { p95 } from '#bench/overload/sign-in-flood'
import { collectGarbage } from '#tests/fixtures/programs/collect-garbage'
import type { Databases } from './databases'

/** The maximum growth of a figure from few to many. */
const budget = 1.5

/** The time of one call in ms. On a busy machine, the CPU time is more reliable. */
export interface Took {
  ms: number
  cpuMs: number
}

export type Size = 'few' | 'many'

/** The time of each call with few rows and with many. */
export type Times = Map<string, Record<Size, Took[]>>

const shares = { p50: median, p95 }

/**
 * Does a piece of work, and notes its time. The young garbage of earlier work is collected first: otherwise one call in
 * twenty or so would pay for the others, which makes a p95 random.
 * @param name the name of the work in the figures. Without one, nothing is noted
 */
export const measured = async <Result>(
  { cpuMs }: Pick<Databases, 'cpuMs'>,
  { times, name, size }: { times: Times; name: string | undefined; size: Size },
  work: () => Promise<Result>,
): Promise<Result> => {
  collectGarbage({ type: 'minor', execution: 'sync' })
  const [began, cpuBegan] = [performance.now(), cpuMs()]
  const result = await work()
  const took = { ms: performance.now() - began, cpuMs: cpuMs() - cpuBegan }
  if (name === undefined) return result
  const heard = times.get(name) ?? { few: [], many: [] }
  times.set(name, heard)
  heard[size].push(took)
  return result
}

/**
 * Prints two JSON lines per call: {figure, value, unit, budget, ok, ms, cpuTimes, cpuMs}.
 * @param against describes many and few
 * @returns whether all kept the budget
 */
export const printTimes = (database: string, times: Times, against: string): boolean => {
  let allOk = true
  for (const [name, heard] of [...times].sort())
    for (const [share, of] of Object.entries(shares)) {
      const at = (size: Size, what: keyof Took) => of(heard[size].map((took) => took[what]))
      const both = (what: keyof Took) => [at('few', what), at('many', what)].map((ms) => Number(ms.toFixed(2)))
      const value = Number((at('many', 'ms') / at('few', 'ms')).toPrecision(3))
      const cpuTimes = Number((at('many', 'cpuMs') / at('few', 'cpuMs')).toPrecision(3))
      const ok = value <= budget
      allOk &&= ok
      const figure = `${database}: ${name}, ${share} ${against}`
      const line = { figure, value, unit: 'times', budget, ok, ms: both('ms'), cpuTimes, cpuMs: both('cpuMs') }
      process.stdout.write(`${JSON.stringify(line)}\n`)
    }
  return allOk
}
