import { useTranslation } from 'react-i18next'
import { mostCounted } from '#contract/organisations/counts'
import { builtInRoles } from '#contract/terms/permissions'
import type { PageHandle } from '~/document/page-handle'
import { type ActingAs, inSubject, requireActing } from '~/features/organisations/acting.server'
import { ActingHeader } from '~/features/organisations/acting-header'
import { BackToOrganisation } from '~/features/organisations/back-to-organisation'
import { countText } from '~/features/organisations/management/desk-nav'
import { may } from '~/features/organisations/management/may'
import { organisationPath } from '~/features/organisations/organisation-path'
import { rolesOf } from '~/features/organisations/roles.server'
import { asksForAll, useTickLink } from '~/features/organisations/tick-link'
import { oddDaysIn, queryOf, searchKeyIn } from '~/features/organisations/url-filter'
import { ErrorSummary } from '~/forms/error-summary'
import { visitorRegion } from '~/forms/values/visitor-region.server'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashedValues, flashOf } from '~/navigation/flash/flash.server'
import { requireData } from '~/navigation/guards/guards.server'
import { useIsOpen } from '~/navigation/open-pages/use-open-pages'
import { redirectTo } from '~/navigation/redirect.server'
import { api } from '~/runtime/api.server'
import { Button } from '~/ui/button'
import { FlashMessage } from '~/ui/flash-message'
import { LinkRows } from '~/ui/link-list'
import { NextLinks, NumberedPages, pageOf } from '~/ui/page-links'
import { MemberFilterForm } from './member-filter'
import type { Member } from './member-rows'
import { MemberTable } from './member-table'
import { askedBy, type MemberFilter, memberFilterIn, mostTicked } from './members-query'

// The members of an organisation: searched, by role, by state. The act on ticked members is chosen on the next
// page, so the list has no form that changes anything.
export const handle: PageHandle = { title: 'members.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  const acting = await requireActing(args, 'member.read')
  const url = new URL(args.request.url)
  const filter = memberFilterIn(url)
  const path = organisationPath(acting.subject, '/members')
  const client = await api(args)
  const page = pageOf(args.request)
  const { role_key: _gone, ...narrowed } = filter
  const answer = await client.listIdentities({
    ...inSubject(args),
    ...askedBy(filter, visitorRegion(args)),
    after: searchKeyIn(url),
    page: url.searchParams.has('after') ? 1 : page,
    page_size: mostTicked,
  })
  // A role that no longer exists, or an unknown key.
  if (!answer.ok && answer.code === 'no_such_role') throw await redirectTo(args, path + queryOf(narrowed))
  if (!answer.ok && answer.code === 'invalid_input' && url.searchParams.has('after'))
    throw await redirectTo(args, path + queryOf(filter))
  const { members, next, count } = await requireData(args, answer)
  const builtIn = builtInRoles.map((role_key) => ({ role_key, role_name: '' }))
  const roles = may(acting, 'role.read') ? await rolesOf(args) : builtIn
  return reply({
    acting,
    members,
    next,
    count,
    path,
    filter,
    roles: roles.map(({ role_key, role_name }) => ({ role_key, role_name })),
    mayFreeze: may(acting, 'member.freeze'),
    mayRemove: may(acting, 'member.remove'),
    mayAssign: may(acting, 'role.assign') && may(acting, 'role.read'),
    mayInvite: may(acting, 'invitation.send'),
    mayCreate: may(acting, 'member.create'),
    findsByAddress: may(acting, 'invitation.send'),
    isFirst: !url.searchParams.has('after') && page === 1,
    page: url.searchParams.has('after') ? undefined : page,
    odd: oddDaysIn(url, ['inactive_since']),
    isAllTicked: asksForAll(url),
    notice: flashOf(args.request),
    told: flashedValues(args.request),
  })
}

export default function Members() {
  const { t } = useTranslation()
  const { acting, members, next, path, filter, roles, findsByAddress, odd, ...data } = useLoaderData<typeof loader>()
  const { count, isFirst, page, isAllTicked, notice, told, ...mays } = data
  const tickLink = useTickLink(isAllTicked)
  const { sort: _sort, order: _order, ...narrowed } = filter
  const isNarrowed = Object.keys(narrowed).length > 0
  const hasBox = ({ allowed, is_manager }: Member) =>
    allowed.some((act) => act !== 'rename') || (mays.mayAssign && !is_manager)
  const isOpen = useIsOpen()
  const inviting = organisationPath(acting.subject, '/invitations/new')
  const isAlone = !isNarrowed && isFirst && members.length === 1
  const pages = page === undefined ? undefined : count === null ? pagesOf(acting.counts, narrowed) : pagesFor(count)
  const errors =
    odd.inactive_since === undefined ? [] : [{ name: 'inactive_since', text: t('organisationLog.day_invalid') }]
  const none = next === null ? 'members.none_found' : 'members.none_here'
  return (
    <>
      <ErrorSummary errors={errors} links={[]} />
      <div className="title-row">
        <h1>{t('members.title')}</h1>
        {mays.mayInvite && isOpen(inviting) && (
          <a className="button small" href={inviting}>
            {t('members.invite')}
          </a>
        )}
      </div>
      <ActingHeader acting={acting} />
      <FlashMessage notice={notice} values={told} />
      <MemberCount counts={acting.counts} />
      <MemberFilterForm
        path={path}
        filter={filter}
        roles={roles}
        findsByAddress={findsByAddress}
        oddDay={odd.inactive_since}
      />
      {isNarrowed && (
        <p>
          {count !== null && `${t('members.count_found', { count, members: countText(count) })} `}
          <a href={path}>{t('members.all')}</a>
        </p>
      )}
      {members.length === 0 && <p>{t(none)}</p>}
      {members.length > 0 && (
        <form action={`${path}/selected`} className="listing">
          <MemberTable
            subject={acting.subject}
            members={members}
            hasBox={hasBox}
            path={path}
            filter={filter}
            tickLink={tickLink}
          />
          {members.some(hasBox) && <BulkButtons {...mays} members={members} />}
        </form>
      )}
      {isAlone && <p>{t('members.alone')}</p>}
      {page !== undefined && pages !== undefined ? (
        <NumberedPages page={page} pages={pages} />
      ) : (
        <NextLinks next={next} />
      )}
      {members.length > 0 && (
        <p>
          <a href={`${path}/file${queryOf(filter)}`}>{t('members.file')}</a>
        </p>
      )}
      {mays.mayCreate && <LinkRows links={{ [`${path}/new`]: 'awaited.new_title' }} />}
      <BackToOrganisation subject={acting.subject} />
    </>
  )
}

/** How many members there are, up to the counting limit, and how many of them are suspended. */
const MemberCount = ({ counts }: Pick<ActingAs, 'counts'>) => {
  const { t } = useTranslation()
  if (typeof counts?.members !== 'number') return null
  const { members, frozen } = counts
  return (
    <p>
      {t('members.count', { count: members, members: countText(members) })}
      {!!frozen && t('members.count_frozen', { count: frozen, members: countText(frozen) })}
    </p>
  )
}

/** The number of pages of a list, where its members are counted. Undefined: they are not. */
const pagesOf = (counts: ActingAs['counts'], narrowed: Partial<MemberFilter>): number | undefined => {
  const { is_frozen, ...others } = narrowed
  if (Object.keys(others).length > 0 || !counts) return undefined
  const { members, frozen } = counts
  if (members === null || frozen === null || members >= mostCounted) return undefined
  const inState = { '0': members - frozen, '1': frozen }
  return pagesFor(is_frozen ? inState[is_frozen] : members)
}

const pagesFor = (count: number): number | undefined =>
  count < mostCounted ? Math.ceil(count / mostTicked) : undefined

interface BulkButtonsProps {
  mayAssign: boolean
  mayFreeze: boolean
  mayRemove: boolean
  members: readonly Member[]
}

/** The acts on the ticked members: each that is possible for one in the list. */
const BulkButtons = ({ mayAssign, mayFreeze, mayRemove, members }: BulkButtonsProps) => {
  const { t } = useTranslation()
  const canBe = (act: 'freeze' | 'remove', among = members) => among.some(({ allowed }) => allowed.includes(act))
  const inState = (state: number) => members.filter(({ is_frozen }) => is_frozen === state)
  return (
    <p className="buttons bulk">
      <span>{t('members.ticked')}</span> {mayAssign && <Button name="role" text="members.role" quiet small />}{' '}
      {mayFreeze && canBe('freeze', inState(0)) && <Button name="freeze" text="members.freeze" quiet small />}{' '}
      {mayFreeze && canBe('freeze', inState(1)) && <Button name="unfreeze" text="members.unfreeze" quiet small />}{' '}
      {mayRemove && canBe('remove') && <Button name="remove" text="members.remove" quiet danger small />}
    </p>
  )
}
