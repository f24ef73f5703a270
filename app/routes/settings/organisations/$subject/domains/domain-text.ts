import type { TFunction } from 'i18next'
import type { z } from 'zod'
import type { Calls } from '../../../../../../contract/calls'

export type MailDomain = z.output<Calls['listDomains']['output']>['domains'][number]

/**
 * Whether a mail domain is proven, and since when, in words.
 * @param day tells a day in words
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
