import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { childrenOf } from '#tests/fixtures/programs/process-tree'

/**
 * The CPU time of the connections and workers that a PostgreSQL server has now, in ms.
 * @param folder that the server is kept in
 */
export const cpuOfPostgres = (folder: string): (() => number) => {
  const [postmaster = ''] = readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')
  return () => childrenOf(Number(postmaster)).reduce((sum, child) => sum + cpuOfMs(child), 0)
}

/** By proc_pid_schedstat: nanoseconds first. 0 for a process that has just ended, such as a worker of autovacuum. */
const cpuOfMs = (pid: number): number => {
  try {
    const [nanoseconds = '0'] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')
    return Number(nanoseconds) / 1e6
  } catch {
    return 0
  }
}
