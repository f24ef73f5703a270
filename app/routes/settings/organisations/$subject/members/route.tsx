import { useTranslation } from 'react-i18next'
import { builtInRoles } from '#contract/terms/permissions'
import type { PageHandle } from '~/document/page-handle'
import { inSubject, may, requireActing } from '~/features/organisation/acting.server'
import { ActingHeader } from '~/features/organisation/acting-header'
import { BackToOrganisation } from '~/features/organisation/back-to-organisation'
import { organisationPath } from '~/features/organisation/organisation-path'
import { rolesOf } from '~/features/organisation/roles.server'
import { queryOf } from '~/features/organisation/url-filter'
import { visitorRegion } from '~/forms/values/visitor-region.server'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash.server'
import { requireData } from '~/navigation/guards.server'
import { redirectTo } from '~/navigation/redirect.server'
import { api } from '~/runtime/api.server'
import { Button } from '~/ui/button'
import { FlashMessage } from '~/ui/flash-message'
import { LinkRows } from '~/ui/link-list'
import { NextLinks } from '~/ui/page-links'
import { MemberFilterForm } from './member-filter'
import { MemberRows } from './member-rows'
import { memberFilterIn, memberKeyIn, mostTicked } from './members-query'

// The members of an organisation: searched, by role, by state. What is done to those who are ticked is asked on the next
// page, so the list has no form that changes anything.
export const handle: PageHandle = { title: 'members.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  const acting = await requireActing(args, 'member.read')
  const url = new URL(args.request.url)
  const filter = memberFilterIn(url)
  const path = organisationPath(acting.subject, '/members')
  const client = await api(args)
  const { is_frozen, role_key, ...narrowed } = filter
  const state = is_frozen !== undefined && { is_frozen: Number(is_frozen) }
  const answer = await client.listIdentities({
    ...inSubject(args),
    ...narrowed,
    ...state,
    ...(narrowed.search !== undefined && { region: visitorRegion(args) }),
    role_key,
    after: memberKeyIn(url),
    page: 1,
    page_size: mostTicked,
  })
  // A role that is gone, or what is no key of ours.
  if (!answer.ok && answer.code === 'no_such_role')
    throw await redirectTo(args, path + queryOf({ ...narrowed, ...(is_frozen && { is_frozen }) }))
  if (!answer.ok && answer.code === 'invalid_input' && url.searchParams.has('after'))
    throw await redirectTo(args, path + queryOf(filter))
  const { members, next } = await requireData(args, answer)
  const builtIn = builtInRoles.map((role_key) => ({ role_key, role_name: '' }))
  const roles = may(acting, 'role.read') ? await rolesOf(args) : builtIn
  return reply({
    acting,
    members,
    next,
    path,
    filter,
    roles: roles.map(({ role_key, role_name }) => ({ role_key, role_name })),
    mayFreeze: may(acting, 'member.freeze'),
    mayRemove: may(acting, 'member.remove'),
    mayCreate: may(acting, 'member.create'),
    findsByAddress: may(acting, 'invitation.send'),
    isFirst: !url.searchParams.has('after'),
    notice: flashOf(args.request),
  })
}

export default function Members() {
  const { t } = useTranslation()
  const { acting, members, next, path, filter, roles, findsByAddress, isFirst, notice, ...shown } =
    useLoaderData<typeof loader>()
  const { mayFreeze, mayRemove, mayCreate } = shown
  const isNarrowed = Object.keys(filter).some((name) => name !== 'sort')
  const hasBoxes = members.some(({ allowed }) => allowed.some((act) => act !== 'rename'))
  const isAlone = !isNarrowed && isFirst && members.length === 1
  const none = next === null ? 'members.none_found' : 'members.none_here'
  return (
    <>
      <h1>{t('members.title')}</h1>
      <ActingHeader acting={acting} />
      <FlashMessage notice={notice} />
      <MemberFilterForm path={path} filter={filter} roles={roles} findsByAddress={findsByAddress} />
      {isNarrowed && (
        <p>
          <a href={path}>{t('members.all')}</a>
        </p>
      )}
      {members.length === 0 && <p>{t(none)}</p>}
      {members.length > 0 && (
        <form action={`${path}/selected`}>
          <MemberRows subject={acting.subject} members={members} hasBoxes={hasBoxes} />
          {hasBoxes && (
            <p className="buttons">
              {mayFreeze && <Button name="freeze" text="members.freeze" quiet />}{' '}
              {mayFreeze && <Button name="unfreeze" text="members.unfreeze" quiet />}{' '}
              {mayRemove && <Button name="remove" text="members.remove" quiet />}
            </p>
          )}
        </form>
      )}
      {isAlone && <p>{t('members.alone')}</p>}
      <NextLinks next={next} />
      {mayCreate && (
        <LinkRows links={{ [`${path}/waiting`]: 'organisation.links.waiting', [`${path}/new`]: 'awaited.new_title' }} />
      )}
      <BackToOrganisation subject={acting.subject} />
    </>
  )
}
