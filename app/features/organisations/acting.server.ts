import type { z } from 'zod'
import type { Calls } from '#contract/calls'
import type { Failure } from '#contract/client'
import type { Needed } from '#contract/terms/permissions'
import { requireData, requireSignedIn } from '~/navigation/guards/guards.server'
import { problem } from '~/navigation/problem'
import { redirectTo } from '~/navigation/redirect.server'
import { withNext } from '~/navigation/returning/return-address'
import { nextToHere } from '~/navigation/returning/return-address.server'
import { api } from '~/runtime/api.server'
import type { Args } from '~/runtime/load-context'
import { may } from './management/may'
import { organisationPath } from './organisation-path'

/** The organisation of a page, and the signed-in person's identity in it. */
export type ActingAs = z.output<Calls['subjectInfo']['output']>

type ListedSubject = Pick<ActingAs['subject'], 'sec_subject_uid' | 'subject_name' | 'is_manager'>

/** Names the organisation of the page's URL in a call. */
export const inSubject = ({ params }: Pick<Args, 'params'>): { sec_subject_uid: string } => ({
  sec_subject_uid: params.subject ?? '',
})

/**
 * Requires a signed-in member of the organisation that the page's URL names, who has the permission that the page
 * needs. Otherwise throws a redirect: to the sign-in, to the list of organisations, to the organisation, or to the page
 * for what its sign-in rules require; or a problem page. The account API checks each call again.
 * @param options `whenSuspended`: the manager may see the page while the organisation is suspended or closing
 */
export const requireActing = async (
  args: Args,
  needed?: Needed,
  { whenSuspended = false, withManager = false } = {},
): Promise<ActingAs> => actingFrom(args, await askWhoActs(args, withManager), needed, { whenSuspended })

/**
 * Requires a member, for a page that members may also see while their place is suspended, or while they lack a second
 * factor or have not proven it. Uses the list of their organisations.
 * @returns `acting` is null for them; `isSuspended`: whether it is their place
 */
export const requirePlace = async (
  args: Args,
): Promise<{ acting: ActingAs | null; subject: ListedSubject; isSuspended: boolean }> => {
  const answer = await askWhoActs(args)
  if (answer.ok || !mayStillLeave(answer)) {
    const acting = await actingFrom(args, answer)
    return { acting, subject: acting.subject, isSuspended: false }
  }
  const client = await api(args)
  for (let page = 1; ; page += 1) {
    const { subjects, has_more } = await requireData(args, await client.listSubjects({ page, page_size: 100 }))
    const subject = subjects.find(({ sec_subject_uid }) => sec_subject_uid === args.params.subject)
    if (subject) return { acting: null, subject, isSuspended: answer.code === 'identity_frozen' }
    if (!has_more) throw problem('gone')
  }
}

/** True for the refusal of a person who may still give up their place. */
const mayStillLeave = (refused: Failure): boolean =>
  refused.code === 'identity_frozen' ||
  refused.code === 'second_factor_required' ||
  (refused.code === 'second_verification_required' && refused.data.asks_factor === true)

const askWhoActs = async (args: Args, withManager = false) => {
  await requireSignedIn(args)
  const client = await api(args)
  return client.subjectInfo({ ...inSubject(args), need_counts: 1, ...(withManager && { need_manager: 1 }) })
}

const actingFrom = async (
  args: Args,
  answer: Awaited<ReturnType<typeof askWhoActs>>,
  needed: Needed = 'member',
  { whenSuspended = false } = {},
): Promise<ActingAs> => {
  if (!answer.ok && (answer.code === 'no_such_subject' || answer.code === 'invalid_input')) throw problem('gone')
  if (!answer.ok && (answer.code === 'subject_frozen' || answer.code === 'identity_frozen'))
    throw await redirectTo(args, { path: '/settings/organisations', notice: answer.code })
  if (!answer.ok && answer.code === 'second_factor_required')
    throw await redirectTo(args, { path: '/settings/authenticator', notice: answer.code })
  if (!answer.ok && answer.code === 'second_verification_required')
    throw await redirectTo(args, withNext(organisationPath(inSubject(args), '/verify'), await nextToHere(args)))
  const acting = await requireData(args, answer)
  if (!may(acting, needed)) throw problem('forbidden')
  if (acting.subject.frozen_by !== null && !whenSuspended)
    throw await redirectTo(args, { path: organisationPath(acting.subject), notice: 'organisation_frozen' })
  return acting
}
