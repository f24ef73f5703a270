import { failed, type Row, type Said, type Typed } from './said'

/** A part of a command that follows its name. */
interface Part {
  /** A word that is typed as it is, such as --reason. */
  flag?: string
  /** The field of the input that the next word is for. */
  field?: string
  isOptional: boolean
}

const fieldIn = (text: string): string | undefined => /<([^>]+)>/.exec(text)?.[1]?.replaceAll('-', '_')

/** The name of a command, with its words that may be missing in brackets, and the parts that follow it. */
export const partsOf = (words: string): { name: string[]; parts: Part[] } => {
  const all = words.match(/\[[^\]]+\]|--\S+ <[^>]+>|\S+/g) ?? []
  const isNamed = (word: string) => !/<|--/.test(word)
  const length = all.findIndex((word) => !isNamed(word))
  const name = length < 0 ? all : all.slice(0, length)
  const parts = all.slice(name.length).map((word): Part => {
    const [flag, field] = [/--[\w-]+/.exec(word)?.[0], fieldIn(word)]
    return { ...(flag && { flag }), ...(field && { field }), isOptional: word.startsWith('[') }
  })
  return { name, parts }
}

const lengthOf = ({ flag, field }: Part): number => (flag ? 1 : 0) + (field ? 1 : 0)

const sum = (numbers: readonly number[]): number => numbers.reduce((one, other) => one + other, 0)

/** The words after the name. Undefined: they begin with another name. */
const afterName = (name: readonly string[], words: readonly string[]): string[] | undefined => {
  const rest = [...words]
  for (const part of name) {
    if (rest[0] === part.replace(/[[\]]/g, '')) rest.shift()
    else if (!part.startsWith('[')) return undefined
  }
  return rest
}

/** What was typed for a command, or what is wrong with it. */
export type Read = { typed: Typed } | { fault: Said }

/**
 * What was typed for each field of a command, and each option that was given, by its name without the hyphens.
 * Undefined: the words are those of no command, or of another one.
 */
export const readWords = (words: string, typed: readonly string[], faults: Row['faults']): Read | undefined => {
  const { name, parts } = partsOf(words)
  const rest = afterName(name, typed)
  if (!rest) return undefined
  const [least, most] = [parts.filter(({ isOptional }) => !isOptional), parts].map((some) => sum(some.map(lengthOf)))
  if (rest.length < (least ?? 0) || rest.length > (most ?? 0)) return undefined
  const read: Typed = {}
  for (const { flag, field, isOptional } of parts) {
    if (flag && rest[0] !== flag) {
      if (isOptional) continue
      return { fault: missing({ flag, field, found: rest[0] ?? '' }, faults) }
    }
    if (flag) rest.shift()
    const given = field ? rest.shift() : ''
    if (given !== undefined) read[field ?? flag?.slice(2).replaceAll('-', '_') ?? ''] = given
    else if (!isOptional || flag) return { fault: missing({ flag, field, found: '' }, faults) }
  }
  if (rest.length === 0) return { typed: read }
  return rest[0]?.startsWith('--') ? { fault: failed(`There is no option ${rest[0]}.`) } : undefined
}

const missing = (
  { flag, field = '', found }: { flag: string | undefined; field: string | undefined; found: string },
  faults: Row['faults'],
): Said => {
  if (field === '') return failed(`There is no option ${found}.`)
  return failed(faults?.[field]?.(found) ?? (field === 'reason' ? noReason : `Name it at the end: ${flag} <${field}>`))
}

/** The error of a command that lacks its reason. */
export const noReason = 'Give a reason; the people concerned will read it: --reason "…"'
