import { reasonOf } from '#account-api/kernel/outside/not-accepted'
import { seconds } from '#account-api/kernel/time'
import { withTimeLimit } from '#process/time-limit'
import { untilAborted } from '#process/until-aborted'
import type { Source } from '#settings/names'
import { type Checked, type Finding, lineOf, type Probe } from './finding'
import { judgePrograms, type Program, type Read } from './judged-settings'
import { dataFolder } from './probes/data-folder'
import { databaseRole } from './probes/database-role'
import { endpointProbes, mailServer, nameServers } from './probes/outside'
import { ownAddresses } from './probes/own-addresses'
import { breachedPasswords, database } from './probes/own-files'

interface Options {
  /** Checks only the settings. */
  isOffline: boolean
  only?: Program | undefined
  /** The time limit of each probe. */
  ms?: number
}

/**
 * Checks everything that a start needs, in advance. It creates no file, folder, key or database, and sends no message.
 */
export const configCheck = async (source: Source, { isOffline, only, ms }: Options): Promise<Checked> => {
  const { findings, read, unread, of } = judgePrograms(source, only)
  const probes = isOffline ? [] : probesOf(read, of)
  const possible = probes.filter(({ reads }) => !reads.some((name) => unread.has(name)))
  const found = await runProbes(possible, ms)
  return reportOf([...findings, ...found], of)
}

const probesOf = (read: Read, of: readonly Program[]): Probe[] => [
  dataFolder(read, of),
  ...(of.includes('account-api') ? [database(read), ...databaseRole(read), nameServers(read)] : []),
  ...mailServer(read),
  ...endpointProbes(read),
  ...breachedPasswords(read),
  ...ownAddresses(read),
]

const levels = ['error', 'warning', 'ok'] as const

/** The worst come first, because the operator has to fix them. */
const reportOf = (findings: readonly Finding[], of: readonly Program[]): Checked => {
  const [errors = 0, warnings = 0] = levels.map((level) => findings.filter((each) => each.level === level).length)
  const lines = levels.flatMap((level) => findings.filter((each) => each.level === level).map(lineOf))
  const summary = `Checked for: ${of.join(', ')}. Errors: ${errors}. Warnings: ${warnings}.`
  return { text: [...lines, summary].join('\n'), code: errors > 0 ? 1 : 0 }
}

/** The time limit of each probe. All run at once. */
const probeMs = seconds(8)

/**
 * Runs probes at once, each within its time limit. A probe that fails unexpectedly reports that, and delays no other. A
 * finding that two probes share, for example about a server that never answers, is reported once.
 */
const runProbes = async (probes: readonly Probe[], ms = probeMs): Promise<Finding[]> => {
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
