import type { RecordFault } from '../../../contract/organisations/mail-domains'
import type { FoundTexts } from '../../kernel/outside/look-up'
import type { Setting } from '../service'
import type { MailDomain } from './mail-domain-record'
import { recordNameOf, recordValueOf } from './name'

/** What is wrong with the record of a domain. Undefined: nothing is. `silent`: nobody could be asked. */
export type RecordState = RecordFault | 'silent' | undefined

/** So many texts and characters stand at a name that is used as it should be. */
const usual = { texts: 20, characters: 8192 }

/** A value as it may come out of the forms of DNS providers. */
const plain = (text: string): string => text.trim().replace(/^"(.*)"$/, '$1')

/**
 * Looks at the record of a domain, and at the domain itself where there is none.
 * @returns its state, and whether the record of somebody else is there
 */
export const lookAt = async (
  { lookUpTexts }: Setting,
  { domain, token }: Pick<MailDomain, 'domain' | 'token'>,
): Promise<{ state: RecordState; has: (token: string) => boolean }> => {
  const found = await lookUpTexts(recordNameOf(domain))
  const texts = typeof found === 'string' ? [] : found.map(plain)
  const has = (other: string) => texts.includes(recordValueOf(other))
  return { state: has(token) ? undefined : await faultOf(found, () => lookUpTexts(domain)), has }
}

const faultOf = async (found: FoundTexts, lookAtDomain: () => Promise<FoundTexts>): Promise<RecordState> => {
  if (found === 'silent') return 'silent'
  if (found === 'no_text') return 'no_record'
  if (found === 'no_name') return (await lookAtDomain()) === 'no_name' ? 'no_domain' : 'no_record'
  const characters = found.reduce((sum, { length }) => sum + length, 0)
  return found.length > usual.texts || characters > usual.characters ? 'too_much' : 'wrong_value'
}
