import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { identityId } from '#contract/organisations/organisation-fields'
import type { FormLimits, PageHandle } from '~/document/page-handle'
import { inSubject, requireActing } from '~/features/organisations/acting.server'
import { ActingHeader } from '~/features/organisations/acting-header'
import { BackToMembers } from '~/features/organisations/back-to-organisation'
import { namesText } from '~/features/organisations/names-text'
import { organisationPath } from '~/features/organisations/organisation-path'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { translate } from '~/i18n/i18n.server'
import { flashOf } from '~/navigation/flash/flash.server'
import { redirectTo } from '~/navigation/redirect.server'
import { type Member, MemberRows } from '~/routes/settings/organisations/$subject/members/member-rows'
import {
  bulkActIn,
  bulkActs,
  mostTicked,
  roleQuery,
  tickedIn,
  tickedQuery,
} from '~/routes/settings/organisations/$subject/members/members-query'
import { membersOf } from '~/routes/settings/organisations/$subject/members/ticked-members.server'
import { api } from '~/runtime/api.server'
import { FlashMessage } from '~/ui/flash-message'

// Asks before an act on the ticked members, or on one of them.
const limits: Partial<FormLimits> = { valuesPerName: mostTicked }

export const handle: PageHandle = { title: 'members.selected_title', form: limits }

const Selected = z.object({
  act: z.enum(bulkActs, 'error.invalid_input'),
  member: z.array(identityId, 'error.invalid_input').min(1, 'error.invalid_input').max(mostTicked),
})

/** The message key of the question about so many members. */
const titleOf = (act: string, count: number): string => {
  if (count === 0) return 'members.selected_title'
  return count === 1 ? `members.${act}_one_title` : `members.${act}_title`
}

const needed = { freeze: 'member.freeze', unfreeze: 'member.freeze', remove: 'member.remove' } as const

export const loader = async (args: LoaderFunctionArgs) => {
  const url = new URL(args.request.url)
  const [act, ids] = [bulkActIn(url), tickedIn(url)]
  const acting = await requireActing(args, act ? needed[act] : 'member.read')
  const path = organisationPath(acting.subject, '/members')
  // The button of the list that has its own page.
  if (!act && url.searchParams.has('role') && ids.length > 0)
    throw await redirectTo(args, `${path}/role${roleQuery(ids)}`)
  if (!act && url.searchParams.has('role')) throw await redirectTo(args, { path, notice: 'nobody_ticked' })
  if (!act) throw await redirectTo(args, path)
  const members = await membersOf(args, ids)
  const notice = flashOf(args.request)
  if (members.length === 0) throw await redirectTo(args, { path, notice: notice ?? 'nobody_ticked' })
  const isAllowed = ({ allowed }: Member) => allowed.includes(act === 'remove' ? 'remove' : 'freeze')
  return reply({
    acting,
    act,
    able: members.filter(isAllowed),
    unable: members.filter((member) => !isAllowed(member)),
    path,
    notice,
  })
}

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Selected, limits)
  if (!form.ok) return form.reply()
  const { act, member } = form.value
  const client = await api(args)
  const subject = inSubject(args)
  const named = { ...subject, sec_user_identity_ids: member }
  const answer =
    act === 'remove'
      ? await client.removeMembers(named)
      : await client.freezeMembers({ ...named, is_frozen: act === 'freeze' ? 1 : 0 })
  if (!answer.ok) return form.reply(answer)
  const path = organisationPath(subject, '/members')
  // Members who have left need no act.
  const refused = answer.data.refused.filter(({ reason }) => reason !== 'no_such_identity')
  const notice = ({ freeze: 'members_frozen', unfreeze: 'members_unfrozen', remove: 'members_removed' } as const)[act]
  const who = namesText(await translate(args), answer.data.names)
  if (refused.length === 0) return redirectTo(args, { path, notice, who })
  const ids = refused.map(({ identity_id }) => identity_id)
  return redirectTo(args, { path: `${path}/selected${tickedQuery(act, ids)}`, notice: 'members_refused' })
}

export default function SelectedMembers() {
  const { t } = useTranslation()
  const { acting, act, able, unable, path, notice } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Selected>()
  const why = ({ is_manager, identity_id }: Member) =>
    t(
      is_manager
        ? 'error.is_manager'
        : identity_id === acting.subject.identity_id
          ? 'error.own_identity'
          : 'members.beyond',
    )
  return (
    <FormPage
      page={page}
      title={titleOf(act, able.length)}
      {...(able.length > 0 && { submit: `members.${act}` })}
      {...(able.length > 0 && act !== 'unfreeze' && { safe: { path, text: 'members.keep' } })}
      lead={
        <>
          <ActingHeader acting={acting} />
          <FlashMessage notice={notice} />
          {able.length > 0 && <p>{t(`members.${act}_text`, { count: able.length })}</p>}
          {able.length > 0 && <MemberRows subject={acting.subject} members={able} />}
        </>
      }
      after={
        <>
          {unable.length > 0 && (
            <>
              <h2>{t('members.unable')}</h2>
              <MemberRows subject={acting.subject} members={unable} why={why} />
            </>
          )}
          <BackToMembers subject={acting.subject} />
        </>
      }
    >
      <input type="hidden" name="act" value={act} />
      {able.map(({ identity_id }) => (
        <input key={identity_id} type="hidden" name="member" value={identity_id} />
      ))}
    </FormPage>
  )
}
