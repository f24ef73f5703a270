import type { FoundTexts } from '#account-api/kernel/outside/look-up'
import type { Deployment } from '#account-api/organisations/service'
import type { RecordFault } from '#contract/organisations/mail-domains'
import type { MailDomain } from './mail-domain-record'
import { recordNameOf, recordValueOf } from './name'

/** The fault of a domain's record. Undefined: none. `silent`: no server answered. */
export type RecordState = RecordFault | 'silent' | undefined

/** More texts or characters than a properly used name has. */
const usual = { texts: 20, characters: 8192 }

/** A value, in any form that DNS providers may return. */
const plain = (text: string): string => text.trim().replace(/^"(.*)"$/, '$1')

/**
 * Looks up the record of a domain, and the domain itself if there is none.
 * @returns its state, and a test for another organisation's record
 */
export const lookAt = async (
  { lookUpTexts }: Deployment,
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
