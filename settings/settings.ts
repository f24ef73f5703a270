import type { z } from 'zod'
import { type Judged, refusalsOf } from './deployment'
import { misspelt, type Source } from './names'
import { readSource } from './source'

/** A variable that cannot be used. The message is one line that names it. */
export class BadEnvironment extends Error {
  override name = 'BadEnvironment'
}

interface Findings<Read> {
  /** The usable settings. Unusable variables count as unset. */
  read: Read
  /** The variables that cannot be used. */
  unread: ReadonlySet<string>
  /** All faults, each as one line that begins with the name of a variable. The first one stops a start. */
  problems: readonly string[]
}

/** Checks all variables that a process picked. An empty variable counts as unset. */
export const judgeSettings = <Read extends Judged>(
  picked: z.ZodObject & z.ZodType<Read>,
  source: Source,
): Findings<Read> => {
  const wrong = misspelt(source).map(
    ({ name, meant }) => `${name} is not a setting: ${meant} is. Correct the name, or unset it.`,
  )
  const { given, fromFile, problems } = readSource(source)
  const ofFiles = [...problems].filter(([name]) => name in picked.shape)
  const issues = picked.safeParse(given).error?.issues ?? []
  // Only the first fault of each variable counts, because an invalid value also breaks other rules.
  const messages = new Map(issues.map(({ path: [name], message }) => [String(name), message] as const).reverse())
  const unread = new Set([...messages.keys(), ...ofFiles.map(([name]) => name)])
  // Each variable has a default or may be unset, so the others can be read without the faulty ones.
  const read = picked.parse(Object.fromEntries(Object.entries(given).filter(([name]) => !unread.has(name))))
  const refusals = refusalsOf(read, { picked: new Set(Object.keys(picked.shape)), unread })
  const told = (name: string) => (fromFile.has(name) ? `${name}_FILE names a file whose value` : name)
  const unusable = [...messages].reverse().map(([name, message]) => `${told(name)} ${message}.`)
  return { read, unread, problems: [...wrong, ...ofFiles.map(([, line]) => line), ...unusable, ...refusals] }
}

/**
 * Reads the variables that a process picked.
 * @throws BadEnvironment for a misspelt name, for the first unusable variable, and for settings that the kind of
 * deployment forbids
 */
export const readSettings = <Read extends Judged>(picked: z.ZodObject & z.ZodType<Read>, source: Source): Read => {
  const { read, problems } = judgeSettings(picked, source)
  const [first] = problems
  if (first !== undefined) throw new BadEnvironment(first)
  return read
}
