import type { Source } from '#settings/names'
import { unreadIn } from '#settings/names'
import { accountApiSettings, webAppSettings } from '#settings/programs'
import { judgeSettings } from '#settings/settings'
import { readSource } from '#settings/source'
import type { Finding } from './finding'

export const programs = ['web-app', 'account-api'] as const
export type Program = (typeof programs)[number]

type WebApp = ReturnType<typeof judgeSettings<(typeof webAppSettings)['_output']>>['read']
type AccountApi = ReturnType<typeof judgeSettings<(typeof accountApiSettings)['_output']>>['read']

/** The settings of each program. CAPTCHA differs between them. */
export type Read = Partial<Omit<WebApp & AccountApi, 'CAPTCHA'>> & Pick<WebApp, 'DATA_DIR' | 'DEPLOYMENT'>

interface JudgedSettings {
  findings: Finding[]
  read: Read
  unread: ReadonlySet<string>
  of: readonly Program[]
}

/**
 * Checks the settings like the start of the programs.
 * @param only one program; by default those that `npm start` runs: a web app with ACCOUNT_API_URL starts no account API
 */
export const judgePrograms = (source: Source, only?: Program): JudgedSettings => {
  const { given } = readSource(source)
  const webApp = judgeSettings(webAppSettings, source)
  const accountApi = judgeSettings(accountApiSettings, source)
  const of: readonly Program[] = only ? [only] : given.ACCOUNT_API_URL ? ['web-app'] : programs
  const judged = [...(of.includes('web-app') ? [webApp] : []), ...(of.includes('account-api') ? [accountApi] : [])]
  const problems = [...new Set(judged.flatMap((each) => each.problems))]
  return {
    findings: [...problems.map(ofProblem), ...ofUnread(source), summary(given, judged, problems.length)],
    read: Object.assign({}, ...judged.map(({ read }) => read)) as Read,
    unread: new Set(judged.flatMap(({ unread }) => [...unread])),
    of,
  }
}

/** The line of a start begins with the name of a variable. */
const ofProblem = (line: string): Finding => {
  const [about = '', ...words] = line.replace(/\.$/, '').split(' ')
  return { level: 'error', about, found: words.join(' '), toDo: 'docs/operators/settings.md says what it accepts' }
}

const ofUnread = (source: Source): Finding[] =>
  unreadIn(source).flatMap(({ variables, about: found }) =>
    variables.map((about) => ({
      ...{ level: 'warning', about, found },
      toDo: 'Correct the name, or unset it, unless another program or version knows it',
    })),
  )

const summary = (
  source: Source,
  judged: { read: object; unread: ReadonlySet<string> }[],
  problems: number,
): Finding => {
  const names = new Set(judged.flatMap(({ read, unread }) => Object.keys(read).filter((name) => !unread.has(name))))
  const set = [...names].filter((name) => source[name])
  const rest = problems > 0 ? 'The others are' : 'All are'
  return { level: 'ok', about: 'settings', found: `${rest} as the start needs them; set: ${set.join(', ') || 'none'}` }
}
