import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { childrenOf } from '#tests/fixtures/programs/process-tree'

/**
 * The CPU time of the current connections and workers of a PostgreSQL server, in ms.
 * @param folder of the server
 */
export const cpuOfPostgres = (folder: string): (() => number) => {
  const [postmaster = ''] = readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')
  return () => childrenOf(Number(postmaster)).reduce((sum, child) => sum + cpuOfMs(child), 0)
}

/**
 * From proc_pid_schedstat, whose first number is nanoseconds. 0 for a process that has just ended, such as an
 * autovacuum worker.
 */
const cpuOfMs = (pid: number): number => {
  try {
    const [nanoseconds = '0'] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')
    return Number(nanoseconds) / 1e6
  } catch {
    return 0
  }
}
