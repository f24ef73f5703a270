import { writeFileSync } from 'node:fs'
import { env } from '~/runtime/env.server'
import { upstream } from '~/runtime/upstream.server'
import { judge } from './judge'
import { probe } from './probe'
import { proposedMap, reportOf } from './report'
import { proposedFor } from './seen'

export const usage = `npm run check-upstream -- URL [--write FILE]

Calls the account API at URL with the settings of the web app, changes nothing there, and says which pages work with it.
CHECK_ACCOUNT and CHECK_PASSWORD name a person for tests, whose answers are then read too.
--write FILE writes a path map that has null for each call that was not found, and prints the settings beside it.
`

interface Said {
  text: string
  code: number
}

/**
 * Checks the account API of the settings.
 * @param file the file for the proposed path map
 */
export const checkUpstream = async (
  identity: { account: string; password: string } | undefined,
  file?: string,
): Promise<Said> => {
  const { accountApi, variantAt } = env()
  const found = await probe({ upstream: upstream(), variant: variantAt(''), identity, asksForRefusals: true })
  if (found.failure !== undefined) return { text: `The account API at ${accountApi.url}: ${found.failure}.`, code: 1 }
  const judged = judge(found)
  const proposed = proposedFor(found, accountApi)
  const said = [reportOf(found, judged, proposed)]
  if (identity && !found.hasSignedIn)
    said.push('', 'The sign-in of CHECK_ACCOUNT did not work: its answers were not read.')
  if (file !== undefined) {
    writeFileSync(file, `${JSON.stringify(proposedMap(accountApi.paths, found), undefined, 2)}\n`, { flag: 'wx' })
    said.push('', `ACCOUNT_API_PATHS=${file}`, ...Object.entries(proposed).map(([name, value]) => `${name}=${value}`))
  }
  const isClosed = judged.flows.some(({ state }) => state === 'closed')
  return { text: said.join('\n'), code: isClosed || (identity && !found.hasSignedIn) ? 1 : 0 }
}
