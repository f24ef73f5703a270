import { type Brand, termsCountFrom } from '#settings/brand'
import { isAbsent } from './absent-calls.server'
import { env } from './env.server'

/** The terms that people have to accept. */
interface AskedTerms extends Pick<NonNullable<Brand['terms']>, 'version' | 'changes'> {
  /** When they began to count, as an ISO time. */
  countFrom: string
}

/** The terms of the operator that must be accepted by now. Undefined: none. */
export const askedTerms = (): AskedTerms | undefined => {
  const terms = env().brand?.terms
  const countFrom = terms && termsCountFrom(terms)
  if (!terms || countFrom === undefined || countFrom > Date.now() || isAbsent('acceptTerms')) return undefined
  return { version: terms.version, changes: terms.changes, countFrom: new Date(countFrom).toISOString() }
}
