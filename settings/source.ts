import { readFileSync } from 'node:fs'
import { fileVariables, type Source, servicesIn } from './names'

/** The settings of an environment, including those in files. */
interface ReadSource {
  given: Source
  /** The settings whose value came from a file. */
  fromFile: ReadonlySet<string>
  /** The settings whose file cannot be used, each with one line that begins with the name of a variable. */
  problems: ReadonlyMap<string, string>
}

/**
 * Reads the files that an environment names, and leaves out variables of Kubernetes Services. An empty variable counts
 * as unset.
 */
export const readSource = (source: Source): ReadSource => {
  const services = servicesIn(source)
  const given: Source = Object.fromEntries(
    Object.entries(source).filter(([name, value]) => value !== undefined && value !== '' && !services.includes(name)),
  )
  const problems = new Map<string, string>()
  const fromFile = new Set<string>()
  for (const [variable, name] of fileVariables) {
    const path = given[variable]
    if (path === undefined) continue
    const read = given[name] === undefined ? valueIn(path) : { problem: `has to be unset if ${name} is set` }
    if ('problem' in read) problems.set(name, `${variable} ${read.problem}.`)
    else {
      given[name] = read.value
      fromFile.add(name)
    }
  }
  return { given, fromFile, problems }
}

/** The value in a file, without the line end that editors add. */
const valueIn = (path: string): { value: string } | { problem: string } => {
  try {
    const value = readFileSync(path, 'utf8').replace(/[\r\n]+$/, '')
    return value === '' ? { problem: 'has to name a file with a value, but the file is empty' } : { value }
  } catch (error) {
    return { problem: `has to name a file that this user can read (${(error as NodeJS.ErrnoException).code})` }
  }
}
