import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { deputyNameMaxLength } from '#contract/organisations/organisation-fields'
import type { PageHandle } from '~/document/page-handle'
import { inSubject, requireActing } from '~/features/organisations/acting.server'
import { ActingHeader } from '~/features/organisations/acting-header'
import { BackToMembers, BackToOrganisation } from '~/features/organisations/back-to-organisation'
import { may } from '~/features/organisations/management/may'
import { organisationPath } from '~/features/organisations/organisation-path'
import { useDay, useUtcDay } from '~/features/organisations/use-day'
import { personName } from '~/forms/field-schemas'
import { TextField } from '~/forms/fields/fields'
import { formAction } from '~/forms/form-action.server'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { unbroken } from '~/i18n/texts'
import { flashOf } from '~/navigation/flash/flash.server'
import { requireData } from '~/navigation/guards/guards.server'
import { problem } from '~/navigation/problem'
import { type Member, RolesOf } from '~/routes/settings/organisations/$subject/members/member-rows'
import { tickedQuery } from '~/routes/settings/organisations/$subject/members/members-query'
import { api } from '~/runtime/api.server'
import { FlashMessage } from '~/ui/flash-message'
import { LinkList } from '~/ui/link-list'

// A member as the organisation knows them, and the acts on them. Every member can see their own page.
export const handle: PageHandle = {
  title: 'members.title',
  named: (data) => (data as { member: Member }).member.deputy_name,
}

const Renaming = z.object({ deputy_name: personName })

export const loader = async (args: LoaderFunctionArgs) => {
  const acting = await requireActing(args)
  const client = await api(args)
  const found = await client.memberInfo({ ...inSubject(args), identity_id: args.params.identity ?? '' })
  if (!found.ok && (found.code === 'no_such_identity' || found.code === 'invalid_input')) throw problem('gone')
  if (!found.ok && found.code === 'permission_required') throw problem('forbidden')
  const { member } = await requireData(args, found)
  const { subject } = acting
  const isOneself = member.identity_id === subject.identity_id
  const ask = (act: 'freeze' | 'unfreeze' | 'remove') =>
    organisationPath(subject, `/members/selected${tickedQuery(act, [member.identity_id])}`)
  const needs = ['role.assign', 'role.read', 'member.read'] as const
  const links: [path: string, text: string, isThere: boolean][] = [
    [
      organisationPath(subject, `/members/${member.identity_id}/roles`),
      'member.change_roles',
      !member.is_manager && needs.every((needed) => may(acting, needed)),
    ],
    [
      ask(member.is_frozen === 1 ? 'unfreeze' : 'freeze'),
      member.is_frozen === 1 ? 'member.unfreeze' : 'member.freeze',
      member.allowed.includes('freeze'),
    ],
    [ask('remove'), 'member.remove', member.allowed.includes('remove')],
    ...(['actor', 'target'] as const).map((side): [string, string, boolean] => [
      organisationPath(subject, `/log?${side}=${member.identity_id}`),
      `member.log_${side}`,
      may(acting, 'log.read'),
    ]),
  ]
  return reply({
    acting,
    member,
    isOneself,
    links: Object.fromEntries(links.flatMap(([path, text, isThere]) => (isThere ? [[path, text]] : []))),
    seesAll: may(acting, 'member.read'),
    notice: flashOf(args.request),
  })
}

export const action = formAction(Renaming, {
  call: (client, typed, args) =>
    client.updateDeputy({ ...inSubject(args), identity_id: args.params.identity ?? '', ...typed }),
  done: (args) => ({
    path: organisationPath(inSubject(args), `/members/${args.params.identity ?? ''}`),
    notice: 'member_renamed',
  }),
})

export default function MemberPage() {
  const { t } = useTranslation()
  const day = useDay()
  const utcDay = useUtcDay()
  const { acting, member, isOneself, links, seesAll, notice } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Renaming>({ deputy_name: member.deputy_name })
  const mayRename = member.allowed.includes('rename')
  return (
    <FormPage
      page={page}
      title={isOneself ? 'member.own_title' : 'members.title'}
      {...(!isOneself && { name: member.deputy_name })}
      {...(mayRename && { submit: 'member.rename' })}
      lead={
        <>
          <ActingHeader acting={acting} />
          <FlashMessage notice={notice} />
          <dl className="facts">
            {isOneself && (
              <div>
                <dt>{t('member.name')}</dt>
                <dd>{member.deputy_name}</dd>
              </div>
            )}
            {member.address !== '' && (
              <div>
                <dt>{t('member.address')}</dt>
                <dd>
                  <bdi>{unbroken(member.address)}</bdi>
                </dd>
              </div>
            )}
            <div>
              <dt>{t('member.roles')}</dt>
              <dd>
                <RolesOf member={member} />
              </dd>
            </div>
            {member.joined_at !== null && (
              <div>
                <dt>{t('member.since')}</dt>
                <dd>{day(member.joined_at)}</dd>
              </div>
            )}
            {member.active_on !== null && (
              <div>
                <dt>{t('members.active')}</dt>
                <dd>{utcDay(member.active_on)}</dd>
              </div>
            )}
            {member.is_frozen === 1 && (
              <div>
                <dt>{t('members.is_frozen')}</dt>
                <dd>{t('organisations.frozen')}</dd>
              </div>
            )}
          </dl>
          {isOneself && <p className="hint">{t('member.active_seen')}</p>}
        </>
      }
      after={
        <>
          {Object.keys(links).length > 0 && <LinkList title="member.more" links={links} />}
          {seesAll ? <BackToMembers subject={acting.subject} /> : <BackToOrganisation subject={acting.subject} />}
        </>
      }
    >
      {mayRename && (
        <TextField
          field={page.fields.deputy_name}
          label={isOneself ? 'member.own_name_label' : 'member.name_label'}
          hint="member.name_hint"
          autoComplete="off"
          maxLength={deputyNameMaxLength}
        />
      )}
    </FormPage>
  )
}
