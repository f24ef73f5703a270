import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

/** CPU time and memory of processes since their start. */
export interface Used {
  cpuMs: number
  memoryBytes: number
}

/** The environment of a server for {@link usedBy}, which measures the server and each Node process it starts. */
export const measured = (folder: string): Record<string, string> => ({
  CPU_REPORT_FOLDER: folder,
  // Like `npm start`.
  MALLOC_ARENA_MAX: '1',
  NODE_OPTIONS: `--max-semi-space-size=8 --import ${new URL('cpu-report.mjs', import.meta.url).href}`,
})

/** Asks all processes that were started with {@link measured} and this folder, and adds up the results. */
export const usedBy = async (folder: string): Promise<Used> => {
  const sockets = readdirSync(folder).filter((name) => name.endsWith('.sock'))
  const reports = await Promise.all(sockets.map((name) => text(connect(join(folder, name)))))
  const sum: Used = { cpuMs: 0, memoryBytes: 0 }
  for (const report of reports) {
    const { cpuMicroseconds, memoryBytes } = JSON.parse(report) as { cpuMicroseconds: number; memoryBytes: number }
    sum.cpuMs += cpuMicroseconds / 1000
    sum.memoryBytes += memoryBytes
  }
  return sum
}

/** The CPU time, in ms over all threads, that this process needs to repeat an action that many times. */
export const cpuHere = async (times: number, work: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage()
  for (let done = 0; done < times; done += 1) await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
