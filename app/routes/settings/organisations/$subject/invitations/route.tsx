import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { invitationStates } from '#contract/organisations/invitations/invitations'
import { memberSearchMaxLength } from '#contract/organisations/members'
import type { PageHandle } from '~/document/page-handle'
import { inSubject, requireActing } from '~/features/organisations/acting.server'
import { ActingHeader } from '~/features/organisations/acting-header'
import { BackToOrganisation } from '~/features/organisations/back-to-organisation'
import { countText } from '~/features/organisations/management/desk-nav'
import { may } from '~/features/organisations/management/may'
import { organisationPath } from '~/features/organisations/organisation-path'
import { asksForAll, useTickLink } from '~/features/organisations/tick-link'
import { filterBy, queryOf, searchKeyIn, typedSearch } from '~/features/organisations/url-filter'
import { ErrorSummary } from '~/forms/error-summary'
import { TextField } from '~/forms/fields/fields'
import { usePageForm } from '~/forms/use-page-form'
import { visitorRegion } from '~/forms/values/visitor-region.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashedValues, flashOf } from '~/navigation/flash/flash.server'
import { requireData } from '~/navigation/guards/guards.server'
import { redirectTo } from '~/navigation/redirect.server'
import { api } from '~/runtime/api.server'
import { FormToken } from '~/session/form-token'
import { Button } from '~/ui/button'
import { FilterLinks } from '~/ui/filter-links'
import { FlashMessage } from '~/ui/flash-message'
import { LinkRows } from '~/ui/link-list'
import { keyOf, NextLinks } from '~/ui/page-links'
import { InvitationTable, isTickable } from './invitation-table'
import { invitationsPerPage } from './invitation-text'
import { resendTicked } from './resend.server'

// The invitations of an organisation, by state, or found by a name or an address. Ticked ones can be sent again; each
// links to its cancellation.
export const handle: PageHandle = {
  title: 'invitations.title',
  ownForms: true,
  form: { valuesPerName: invitationsPerPage },
}

const shownStates = ['all', ...invitationStates] as const
type ShownState = (typeof shownStates)[number]

/** Which invitations are shown if a URL names no state: a search finds them in all. */
const usualState = (search: string | undefined): ShownState => (search === undefined ? 'pending' : 'all')

/** The search and the state in a URL. */
const filterIn = (url: URL) => {
  const { search, state } = filterBy({ search: typedSearch, state: z.enum(shownStates) }, url)
  return { search, state: state ?? usualState(search) }
}

export const loader = async (args: LoaderFunctionArgs) => {
  const acting = await requireActing(args, 'invitation.read')
  const url = new URL(args.request.url)
  const { search, state } = filterIn(url)
  const client = await api(args)
  const answer = await client.listInvitations({
    ...inSubject(args),
    ...(state !== 'all' && { state }),
    ...(search !== undefined && { search, region: visitorRegion(args) }),
    after: search === undefined ? keyOf(args.request) : searchKeyIn(url),
    page: 1,
    page_size: invitationsPerPage,
  })
  // An unknown key.
  if (!answer.ok && answer.code === 'invalid_input' && search !== undefined && url.searchParams.has('after'))
    throw await redirectTo(args, url.pathname + queryOf({ search, state }))
  const { invitations, next } = await requireData(args, answer)
  const maySend = may(acting, 'invitation.send')
  const [notice, told] = [flashOf(args.request), flashedValues(args.request)]
  const isAllTicked = asksForAll(url)
  return reply({ acting, search, state, invitations, next, maySend, isAllTicked, notice, told })
}

export const action = (args: ActionFunctionArgs) => resendTicked(args)

export default function Invitations() {
  const { t } = useTranslation()
  const { acting, search, state, invitations, next, maySend, isAllTicked, notice, told } =
    useLoaderData<typeof loader>()
  const page = usePageForm()
  const tickLink = useTickLink(isAllTicked)
  const path = organisationPath(acting.subject, '/invitations')
  const requests = acting.counts?.requests ?? 0
  const isEmpty = state === 'pending' || state === 'all'
  return (
    <>
      <ErrorSummary {...page} />
      <div className="title-row">
        <h1>{t('invitations.title')}</h1>
        {maySend && (
          <a className="button small" href={`${path}/new`}>
            {t('invitations.invite')}
          </a>
        )}
      </div>
      <ActingHeader acting={acting} />
      <FlashMessage notice={notice} values={told} />
      {maySend && requests > 0 && (
        <p>
          <a href={organisationPath(acting.subject, '/requests')}>
            {t('joinRequests.waiting', { count: requests, number: countText(requests) })}
          </a>
        </p>
      )}
      <FilterLinks
        label="invitations.by_state"
        links={shownStates.map((each) => ({
          path: path + queryOf({ ...(search && { search }), ...(each !== usualState(search) && { state: each }) }),
          text: t(`invitationState.${each}`),
          isCurrent: each === state,
        }))}
      />
      {(invitations.length > 0 || search !== undefined) && (
        <form action={path} className="filter">
          <TextField
            field={{ name: 'search', value: search ?? '', values: [], error: undefined }}
            label={maySend ? 'members.search_all' : 'members.search'}
            hint={maySend ? 'members.search_all_hint' : 'members.search_hint'}
            autoComplete="off"
            maxLength={memberSearchMaxLength}
          />
          <Button text="members.find" quiet />
        </form>
      )}
      <h2 className="unseen">{t(`invitationState.${state}`)}</h2>
      {invitations.length === 0 && (
        <p>
          {t(search ? 'invitations.none_found' : isEmpty && maySend ? 'invitations.none_pending' : 'invitations.none')}
        </p>
      )}
      {invitations.length > 0 && (
        <form method="post" className="listing">
          <FormToken />
          <InvitationTable
            invitations={invitations}
            path={path}
            maySend={maySend}
            tickLink={tickLink}
            isMixed={state === 'all'}
          />
          {maySend && invitations.some(isTickable) && (
            <p className="buttons bulk">
              <span>{t('invitations.ticked')}</span> <Button name="resend" text="invitations.resend" quiet small />
            </p>
          )}
        </form>
      )}
      <NextLinks next={next} />
      {maySend && <LinkRows links={{ [`${path}/many`]: 'invitations.invite_many' }} />}
      <BackToOrganisation subject={acting.subject} />
    </>
  )
}
