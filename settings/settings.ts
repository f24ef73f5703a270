import type { z } from 'zod'
import { type Judged, refusalOf } from './deployment'
import { misspelt, type Source } from './names'

/** A variable that cannot be used. The message is one line that names it. */
export class BadEnvironment extends Error {
  override name = 'BadEnvironment'
}

/**
 * Reads the variables that a process picked. An empty variable counts as unset.
 * @throws BadEnvironment for a name that is almost one of ours, for the first variable that cannot be used, and for what
 * the kind of deployment forbids
 */
export const readSettings = <Read extends Judged>(picked: z.ZodObject & z.ZodType<Read>, source: Source): Read => {
  const wrong = misspelt(source)
  if (wrong) throw new BadEnvironment(`${wrong.name} is no setting: ${wrong.meant} is. Correct the name, or unset it.`)
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = picked.safeParse(given)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new BadEnvironment(`${issue?.path[0]?.toString() ?? 'The environment'} ${issue?.message}.`)
  }
  const refusal = refusalOf(parsed.data, new Set(Object.keys(picked.shape)))
  if (refusal !== undefined) throw new BadEnvironment(refusal)
  return parsed.data
}
