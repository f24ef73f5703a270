import type { TFunction } from 'i18next'
import type { z } from 'zod'
import type { Calls } from '#contract/calls'

export type MailDomain = z.output<Calls['listDomains']['output']>['domains'][number]

/**
 * The state of a mail domain in words: proven, and since when, or not.
 * @param day formats a day in words
 */
export const domainStateText = (
  t: TFunction,
  day: (isoTime: string) => string,
  { proven_since, missing_since }: Pick<MailDomain, 'proven_since' | 'missing_since'>,
): string => {
  if (proven_since === null) return t('domains.unproven')
  if (missing_since !== null) return t('domains.missing', { day: day(missing_since) })
  return t('domains.proven', { day: day(proven_since) })
}
