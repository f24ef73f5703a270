import { parseArgs } from 'node:util'
import type { Source } from '#settings/names'
import { configCheck } from './config-check'
import type { Checked } from './finding'
import { programs } from './judged-settings'
import { upgradeCheck } from './upgrade-check'

export const checksUsage = `npm run admin -- config check [--offline] [--only web-app|account-api]
                                                             checks the settings, and what they name, as a start does;
                                                             --offline: the settings alone. Exits with 1 for an error
npm run admin -- upgrade check                               says how this build can replace the deployed one:
                                                             exits with 0 (rolling), 3 (stop all copies first) or 1
`

/**
 * The system's lookup of a name cannot be cancelled, and the process cannot end before it. By default it asks each name
 * server twice, for five seconds each (resolv.conf(5)).
 */
const lookUpLimits = 'timeout:2 attempts:1'

/** Runs a check. Undefined for other words. It needs no deployment, and changes nothing. */
export const runCheck = (words: readonly string[], source: Source): Promise<Checked> | undefined => {
  const [subject, verb, ...rest] = words
  if (verb !== 'check') return undefined
  process.env.RES_OPTIONS ??= lookUpLimits
  if (subject === 'upgrade' && rest.length === 0) return upgradeCheck(source)
  const options = subject === 'config' ? optionsIn(rest) : undefined
  return options && configCheck(source, options)
}

const optionsIn = (args: string[]) => {
  try {
    const { values } = parseArgs({ args, options: { offline: { type: 'boolean' }, only: { type: 'string' } } })
    const only = programs.find((program) => program === values.only)
    return values.only === undefined || only ? { isOffline: values.offline === true, only } : undefined
  } catch {
    return undefined
  }
}
