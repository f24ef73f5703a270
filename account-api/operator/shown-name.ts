import { shownNameMaxLength, shownNameOf } from '#account-api/accounts/names/shown-name'
import type { NameRefusal } from '#contract/terms/shown-names'
import { readName } from '#rules/typed/name'
import { type Fault, faulty } from './handling'

/** The fault of a name that an operator gives, as a sentence. Such a name may be official. */
const texts: { [Reason in NameRefusal]?: string } = {
  name_quotes: 'A name has no quotation marks, because pages and messages put it in quotation marks.',
  name_scripts: 'A word of a name is of one writing system.',
}

/**
 * Reads a name that people see, or returns its fault.
 * @param most its maximum length
 */
export const readShownName = (typed: string, most = shownNameMaxLength): { name: string } | Fault => {
  const name = shownNameOf(typed, most)
  if (name === undefined) return faulty(`A name has 1 to ${most} characters.`)
  const read = readName(name, { named: 'operator', site: [] })
  if (read.ok) return { name: read.value }
  return faulty(texts[read.reason] ?? 'A name has letters, digits and punctuation, without pictures and ticks.')
}
