import { reasonOf } from '#account-api/kernel/outside/not-accepted'
import { seconds } from '#account-api/kernel/time'
import { withTimeLimit } from '#outgoing/time-limit'
import { untilAborted } from '#outgoing/until-aborted'
import { type Finding, lineOf, type Probe } from './finding'

/** The time limit of each probe. All run at once. */
export const probeMs = seconds(8)

/**
 * Runs probes at once, each within its time limit. A probe that fails unexpectedly says so, and delays no other. A
 * finding that two probes share, for example about a server that never answers, is reported once.
 */
export const runProbes = async (probes: readonly Probe[], ms = probeMs): Promise<Finding[]> => {
  const found = (await Promise.all(probes.map((probe) => runProbe(probe, ms)))).flat()
  return [...new Map(found.map((finding) => [lineOf(finding), finding])).values()]
}

const runProbe = async ({ about, look }: Probe, ms: number): Promise<readonly Finding[]> => {
  try {
    return await withTimeLimit({ ms }, (signal) => untilAborted(look(signal), signal))
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === 'ETIMEDOUT')
      return [
        {
          ...{ level: 'error', about, found: `nothing was found out within ${ms / 1000} seconds` },
          toDo: 'Check that what it names answers, and that there is no firewall in between',
        },
      ]
    return [{ level: 'error', about, found: `it could not be checked (${reason})` }]
  }
}
