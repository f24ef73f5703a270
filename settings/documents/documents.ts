import { z } from 'zod'
import { fileVariables } from '#settings/names'
import { accountApiSettings, commandLineSettings, webAppSettings } from '#settings/programs'
import { facts } from './facts'

/** The description of each variable, in Markdown whose links are those of docs/operators/settings.md. */
const documentation = z.object({
  /** One sentence, which .env.example has too. */
  description: z.string().min(1),
  more: z.string().optional(),
  /** The default, if a program sets it and not the schema. */
  usually: z.string().optional(),
})

type Setting = z.output<typeof documentation> & {
  name: string
  /** The default, in the form of the variable. */
  value: string | undefined
}

/** The default that a schema has as a text, if it has one. */
const defaultOf = (schema: z.core.$ZodType): string | undefined => {
  if (schema instanceof z.ZodPipe) return defaultOf(schema.in)
  if (!(schema instanceof z.ZodDefault)) return undefined
  const value: unknown = schema.def.defaultValue
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

/** @throws when the schema has no documentation */
const settingOf = (name: string, schema: z.ZodType): Setting => {
  const read = documentation.safeParse(schema.meta())
  if (!read.success) throw new Error(`${name} has no documentation: its schema needs .meta({ description: … })`)
  return { name, value: defaultOf(schema), ...read.data }
}

type Shape = Readonly<Record<string, z.ZodType>>
interface Part {
  title: string
  settings: Setting[]
}

/** The settings of both programs, of one program, and of the command line alone. */
export const partsOf = (web: Shape, api: Shape, commandLine: Shape = {}): Part[] => {
  const settingsIn = (shape: Shape, isWanted: (name: string) => boolean) =>
    Object.entries(shape).flatMap(([name, schema]) => (isWanted(name) ? [settingOf(name, schema)] : []))
  return [
    { title: 'Read by both programs', settings: settingsIn(web, (name) => name in api) },
    { title: 'Read by the web app', settings: settingsIn(web, (name) => !(name in api)) },
    { title: 'Read by the account API', settings: settingsIn(api, (name) => !(name in web)) },
    {
      title: 'Read by `npm run admin` alone',
      settings: settingsIn(commandLine, (name) => !(name in web) && !(name in api)),
    },
  ]
}

const parts = () => partsOf(webAppSettings.shape, accountApiSettings.shape, commandLineSettings.shape)

const written = 'Written by `npm run settings` from the schemas in `settings`. A test fails when it is out of date.'

const listOf = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ')

const introduction = [
  [
    'Settings are environment variables. An empty one counts as unset.',
    'An unusable value, an unreachable place (`DATABASE_URL`, `DATA_DIR`, `HOST`) or a misspelt name stops the start with',
    'one line: see [error messages](errors.md). An account API at `ACCOUNT_API_URL` may start later: until then the log',
    'warns, and pages ask people to try again.',
  ],
  [
    '`npm start` passes its environment to both programs.',
    'If they [run on different machines](deploying.md#on-several-machines), give each the variables that it reads.',
    '[`.env.example`](../../.env.example) is a template.',
  ],
  [
    'A secret or an address can come from a file, such as a Docker or Kubernetes secret:',
    '`SMTP_URL_FILE=/run/secrets/smtp` instead of `SMTP_URL`.',
    `These variables exist: ${listOf([...fileVariables.keys()])}.`,
    'The log names variables that look like a setting but are not read.',
  ],
]

/** An example as code, unless it says how to get a value. */
const shown = (example: string): string => (example.includes('`') ? example : `\`${example}\``)

/** One section per setting, so that each has an anchor. @throws when the setting has no type and example */
const entryOf = ({ name, value, usually, description, more }: Setting): string => {
  const [type, example] = facts[name] ?? []
  if (type === undefined || example === undefined) throw new Error(`${name} has no type and example in facts.ts`)
  const usual = value === undefined ? (usually ?? 'unset') : `\`${value}\``
  const text = more === undefined ? description : `${description} ${more}`
  return `### ${name}\n\n${text}\n\nType: ${type} · Default: ${usual} · Example: ${shown(example)}`
}

const sectionOf = ({ title, settings }: Part): string => [`## ${title}`, ...settings.map(entryOf)].join('\n\n')

const indexOf = ({ title, settings }: Part): string =>
  `${title}: ${settings.map(({ name }) => `[${name}](#${name.toLowerCase()})`).join(', ')}.`

/** The content of docs/operators/settings.md. */
export const settingsDocument = (): string => {
  const paragraphs = introduction.map((sentences) => sentences.join(' '))
  return `${[`<!-- ${written} -->`, '# Settings', ...paragraphs, ...parts().map(indexOf), ...parts().map(sectionOf)].join('\n\n')}\n`
}

/** Markdown without its markup. */
const plain = (text: string): string => text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '')

/** A value quoted for both a shell and systemd. */
const quoted = (value: string): string => (/^[\w./:@,-]*$/.test(value) ? value : `'${value}'`)

const linesOf = ({ name, value = '', usually, description }: Setting): string => {
  const usual = usually === undefined ? '' : ` (default: ${plain(usually)})`
  return `# ${plain(description)}${usual}\n#${name}=${quoted(value)}`
}

/** The content of .env.example. */
export const exampleFile = (): string => {
  const head = [
    `# ${plain(written)}`,
    '# docs/operators/settings.md says more of each. Copy this file to .env, and uncomment what you set. systemd reads it as',
    '# EnvironmentFile; a shell as: set -a; . ./.env; npm start',
  ]
  const blocks = parts().flatMap(({ title, settings }) => [`# --- ${plain(title)}`, ...settings.map(linesOf)])
  return `${[head.join('\n'), ...blocks].join('\n\n')}\n`
}
