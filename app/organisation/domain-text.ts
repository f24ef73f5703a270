import type { TFunction } from 'i18next'
import type { z } from 'zod'
import type { Calls } from '../../contract/calls'
import { dayIn } from '../i18n/dates'

export type MailDomain = z.output<Calls['listDomains']['output']>['domains'][number]

/** Whether a mail domain is proven, and since when, in words. */
export const domainStateText = (
  t: TFunction,
  language: string,
  { proven_since, missing_since }: Pick<MailDomain, 'proven_since' | 'missing_since'>,
): string => {
  if (proven_since === null) return t('domains.unproven')
  if (missing_since !== null) return t('domains.missing', { day: dayIn(language, null, missing_since) })
  return t('domains.proven', { day: dayIn(language, null, proven_since) })
}
