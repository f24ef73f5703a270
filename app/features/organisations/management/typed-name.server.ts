import { isSameName } from '#rules/typed/name-key'
import { requireActing } from '~/features/organisations/acting.server'
import type { Line } from '~/forms/failure-texts'
import type { Args } from '~/runtime/load-context'

/**
 * Compares the name that a manager typed with the name of the page's organisation.
 * @returns the error of the field `subject_name`; undefined if it is the name
 * @throws a redirect or a problem page if the person no longer manages it
 */
export const judgeTypedName = async (args: Args, typed: string): Promise<Line | undefined> => {
  if (typed.trim() === '') return { field: 'subject_name', key: 'typedName.missing' }
  const { subject } = await requireActing(args, 'manager', { whenSuspended: true })
  return isSameName(typed, subject.subject_name) ? undefined : { field: 'subject_name', key: 'typedName.other' }
}
