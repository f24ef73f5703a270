import { z } from 'zod'
import { policyEntries, usualPolicy } from './policy'

const documentation = z.object({ takes: z.string().min(1), decides: z.string().min(1) })

type Entries = Readonly<Record<string, z.core.$ZodType>>

interface Row extends z.output<typeof documentation> {
  path: string
  usual: unknown
}

/** An object of entries is searched for entries; everything else is an entry. */
const within = (schema: z.core.$ZodType): Entries | undefined => {
  if (schema instanceof z.ZodPrefault) return within(schema.def.innerType)
  return schema instanceof z.ZodObject ? schema.shape : undefined
}

/**
 * The entries with their places in the file, such as `password.min_length`.
 * @throws when an entry has no documentation
 */
export const rowsOf = (entries: Entries, usual: Readonly<Record<string, unknown>>, above: string[] = []): Row[] =>
  Object.entries(entries).flatMap(([name, schema]) => {
    const path = [...above, name]
    const value = usual[name]
    const inner = within(schema)
    if (inner) return rowsOf(inner, value as Record<string, unknown>, path)
    const read = documentation.safeParse(z.globalRegistry.get(schema))
    if (!read.success) throw new Error(`${path.join('.')} has no documentation`)
    return [{ path: path.join('.'), usual: value, ...read.data }]
  })

const written =
  'Written by `npm run settings` from the schemas in `settings/policy`. A test fails when it is out of date.'

const introduction = [
  [
    '`POLICY` names a JSON file, which the account API reads when it starts. An entry that is missing has its default.',
    'The web app gets what its pages need from the account API, and knows a new policy within a minute.',
  ],
  [
    'An unusable entry or an unknown name stops the start with one line: place in the file, value, and allowed values.',
    '`npm run admin -- config check` prints the same before a start.',
    'All copies need the same file. Restart them one after the other.',
  ],
]

const example = {
  registration: 'invited',
  password: { min_length: 12 },
  sessions: { days: 30, idle_days: 7 },
  second_factor: { of: 'administrators', from: '2027-01-31', grace_days: 14 },
}

const rowText = ({ path, usual, takes, decides }: Row) =>
  `| \`${path}\` | \`${JSON.stringify(usual)}\` | ${takes} | ${decides} |`

/** The content of docs/operators/policy.md. */
export const policyDocument = (): string =>
  `${[
    `<!-- ${written} -->`,
    '# Policy',
    ...introduction.map((sentences) => sentences.join(' ')),
    `\`\`\`json\n${JSON.stringify(example, undefined, 2)}\n\`\`\``,
    [
      '| entry | default | values | meaning |',
      '| --- | --- | --- | --- |',
      ...rowsOf(policyEntries, usualPolicy).map(rowText),
    ].join('\n'),
  ].join('\n\n')}\n`
