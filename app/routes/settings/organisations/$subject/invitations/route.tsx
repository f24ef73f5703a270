import { useTranslation } from 'react-i18next'
import { invitationStates } from '#contract/organisations/invitations'
import type { PageHandle } from '~/document/page-handle'
import { inSubject, requireActing } from '~/features/organisations/acting.server'
import { ActingHeader } from '~/features/organisations/acting-header'
import { BackToOrganisation } from '~/features/organisations/back-to-organisation'
import { countText } from '~/features/organisations/management/desk-nav'
import { may } from '~/features/organisations/management/may'
import { organisationPath } from '~/features/organisations/organisation-path'
import { asksForAll, useTickLink } from '~/features/organisations/tick-link'
import { ErrorSummary } from '~/forms/error-summary'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashedValues, flashOf } from '~/navigation/flash.server'
import { requireData } from '~/navigation/guards.server'
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

// The invitations of an organisation, by state. Ticked ones can be resent; each links to its cancellation.
export const handle: PageHandle = {
  title: 'invitations.title',
  ownForms: true,
  form: { valuesPerName: invitationsPerPage },
}

const stateIn = (request: Request) => {
  const asked = new URL(request.url).searchParams.get('state')
  return invitationStates.find((state) => state === asked) ?? 'pending'
}

export const loader = async (args: LoaderFunctionArgs) => {
  const acting = await requireActing(args, 'invitation.read')
  const state = stateIn(args.request)
  const client = await api(args)
  const asked = { ...inSubject(args), state, page: 1, page_size: invitationsPerPage, after: keyOf(args.request) }
  const { invitations, next } = await requireData(args, await client.listInvitations(asked))
  const maySend = may(acting, 'invitation.send')
  const [notice, told] = [flashOf(args.request), flashedValues(args.request)]
  const isAllTicked = asksForAll(new URL(args.request.url))
  return reply({ acting, state, invitations, next, maySend, isAllTicked, notice, told })
}

export const action = (args: ActionFunctionArgs) => resendTicked(args)

export default function Invitations() {
  const { t } = useTranslation()
  const { acting, state, invitations, next, maySend, isAllTicked, notice, told } = useLoaderData<typeof loader>()
  const page = usePageForm()
  const tickLink = useTickLink(isAllTicked)
  const path = organisationPath(acting.subject, '/invitations')
  const requests = acting.counts?.requests ?? 0
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
        links={invitationStates.map((each) => ({
          path: each === 'pending' ? path : `${path}?state=${each}`,
          text: t(`invitationState.${each}`),
          isCurrent: each === state,
        }))}
      />
      <h2 className="unseen">{t(`invitationState.${state}`)}</h2>
      {invitations.length === 0 && (
        <p>{t(state === 'pending' && maySend ? 'invitations.none_pending' : 'invitations.none')}</p>
      )}
      {invitations.length > 0 && (
        <form method="post" className="listing">
          <FormToken />
          <InvitationTable invitations={invitations} path={path} maySend={maySend} tickLink={tickLink} />
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
