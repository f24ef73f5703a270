import type { z } from 'zod'
import type { Calls } from '../../contract/calls'
import type { Needed } from '../../contract/permissions'
import { api } from '../api.server'
import type { Args } from '../load-context'
import { requireData, requireSignedIn } from '../navigation/guards.server'
import { problem } from '../navigation/problem'
import { redirectTo } from '../navigation/redirect.server'
import { organisationPath } from './organisation-path'

/** The organisation of a page, and who the signed-in person is in it. */
export type ActingAs = z.output<Calls['subjectInfo']['output']>

/** Names the organisation of the page's URL in a call. */
export const inSubject = ({ params }: Pick<Args, 'params'>): { sec_subject_uid: string } => ({
  sec_subject_uid: params.subject ?? '',
})

/** Whether somebody may do what a page or a link is for. */
export const may = ({ subject, permissions }: ActingAs, needed: Needed): boolean => {
  if (needed === 'member' || subject.is_manager) return true
  return needed !== 'manager' && permissions.includes(needed)
}

/**
 * Requires a signed-in member of the organisation that the page's URL names, who may do what the page is for. Otherwise
 * throws a redirect to the sign-in, to the list of organisations or to the organisation, or a problem page. The account
 * API checks each call again.
 * @param options `whenFrozen`: the manager may see the page while the organisation is frozen or closing
 */
export const requireActing = async (
  args: Args,
  needed: Needed = 'member',
  { whenFrozen = false } = {},
): Promise<ActingAs> => {
  await requireSignedIn(args)
  const client = await api(args)
  const answer = await client.subjectInfo(inSubject(args))
  if (!answer.ok && (answer.code === 'no_such_subject' || answer.code === 'invalid_input')) throw problem('gone')
  if (!answer.ok && (answer.code === 'subject_frozen' || answer.code === 'identity_frozen'))
    throw await redirectTo(args, { path: '/settings/organisations', notice: answer.code })
  const acting = await requireData(args, answer)
  if (!may(acting, needed)) throw problem('forbidden')
  if (acting.subject.frozen_by !== null && !whenFrozen)
    throw await redirectTo(args, { path: organisationPath(acting.subject), notice: 'organisation_frozen' })
  return acting
}
