import type { TFunction } from 'i18next'
import type { z } from 'zod'
import type { Calls } from '#contract/calls'

export type OwnClient = z.output<Calls['subjectClientInfo']['output']>['client']

/** The state of an application in words. */
export const clientStateText = (
  t: TFunction,
  { disabled_by, is_verified }: Pick<OwnClient, 'disabled_by' | 'is_verified'>,
): string => {
  if (disabled_by !== null) return t(`clients.disabled_by.${disabled_by}`)
  return t(is_verified ? 'clients.verified' : 'clients.not_verified')
}
