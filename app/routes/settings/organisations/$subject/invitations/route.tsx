import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { invitationStates } from '#contract/organisations/invitations'
import type { PageHandle } from '~/document/page-handle'
import { inSubject, requireActing } from '~/features/organisation/acting.server'
import { ActingHeader } from '~/features/organisation/acting-header'
import { BackToOrganisation } from '~/features/organisation/back-to-organisation'
import { countText } from '~/features/organisation/desk/desk-nav'
import { may } from '~/features/organisation/desk/may'
import type { Invitation } from '~/features/organisation/invitations.server'
import { organisationPath } from '~/features/organisation/organisation-path'
import { roleText } from '~/features/organisation/role-text'
import { useDay, useMoment } from '~/features/organisation/use-day'
import { ErrorSummary } from '~/forms/error-summary'
import { formAction } from '~/forms/form-action.server'
import { usePageForm } from '~/forms/use-page-form'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash.server'
import { requireData } from '~/navigation/guards.server'
import { api } from '~/runtime/api.server'
import { FormToken } from '~/session/form-token'
import { Button } from '~/ui/button'
import { FilterLinks } from '~/ui/filter-links'
import { FlashMessage } from '~/ui/flash-message'
import { keyOf, NextLinks } from '~/ui/page-links'
import { TimedText } from '~/ui/timed-text'
import { invitationName, isResendable } from './invitation-text'

// The invitations of an organisation, by state. Each pending one can be sent again, or leads to its cancellation.
export const handle: PageHandle = { title: 'invitations.title', ownForms: true }

const Resend = z.object({ invite_id: z.string().max(64) })

/** The state that a URL asks for. */
const stateIn = (request: Request) => {
  const asked = new URL(request.url).searchParams.get('state')
  return invitationStates.find((state) => state === asked) ?? 'pending'
}

export const loader = async (args: LoaderFunctionArgs) => {
  const acting = await requireActing(args, 'invitation.read')
  const state = stateIn(args.request)
  const client = await api(args)
  const asked = { ...inSubject(args), state, page: 1, page_size: 20, after: keyOf(args.request) }
  const { invitations, next } = await requireData(args, await client.listInvitations(asked))
  const maySend = may(acting, 'invitation.send')
  return reply({ acting, state, invitations, next, maySend, notice: flashOf(args.request) })
}

export const action = formAction(Resend, {
  call: (client, typed, args) => client.resendInvitation({ ...inSubject(args), ...typed }),
  done: (args) => ({ path: organisationPath(inSubject(args), '/invitations'), notice: 'invitation_resent' }),
})

export default function Invitations() {
  const { t } = useTranslation()
  const { acting, state, invitations, next, maySend, notice } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Resend>()
  const path = organisationPath(acting.subject, '/invitations')
  const requests = acting.counts?.requests ?? 0
  return (
    <>
      <ErrorSummary {...page} />
      <h1>{t('invitations.title')}</h1>
      <ActingHeader acting={acting} />
      <FlashMessage notice={notice} />
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
        <ul className="rows devices">
          {invitations.map((invitation) => (
            <InvitationRow
              key={invitation.invite_id}
              invitation={invitation}
              path={`${path}/${invitation.invite_id}`}
              maySend={maySend}
            />
          ))}
        </ul>
      )}
      <NextLinks next={next} />
      {maySend && (
        <p>
          <a className="button" href={`${path}/new`}>
            {t('invitations.invite')}
          </a>{' '}
          <a className="button quiet" href={`${path}/many`}>
            {t('invitations.invite_many')}
          </a>
        </p>
      )}
      <BackToOrganisation subject={acting.subject} />
    </>
  )
}

const InvitationRow = ({ invitation, path, maySend }: { invitation: Invitation; path: string; maySend: boolean }) => {
  const { t } = useTranslation()
  const { invite_id, channel, state, stands, role, ends_at, places, places_left } = invitation
  const name = invitationName(t, invitation)
  const [day, moment] = [useDay()(ends_at), useMoment()(ends_at)]
  const end = state === 'pending' ? moment : day
  const cancellation = state === 'pending' && (
    <a className="button quiet small" href={`${path}/cancel`} aria-label={t('invitations.cancel_one', { name })}>
      {t('invitations.cancel')}
    </a>
  )
  return (
    <li>
      <div>
        <a href={path}>
          <bdi>{name}</bdi>
        </a>
        <p>
          {role ? roleText(t, role) : t('role.member')}
          {channel === 'link' && ` · ${t('invitations.places_left', { left: places_left, places })}`}
          <br />
          <TimedText
            text={t(state === 'pending' ? 'invitations.expires' : 'invitations.ended', { day: end })}
            time={end}
            at={ends_at}
          />
        </p>
        {state === 'pending' && !stands && <p>{t('invitations.void')}</p>}
      </div>
      {maySend && channel !== 'link' && isResendable(invitation) && (
        <form method="post">
          <FormToken />
          <input type="hidden" name="invite_id" value={invite_id} />
          <Button name="resend" text="invitations.resend" label={t('invitations.resend_one', { name })} quiet small />{' '}
          {cancellation}
        </form>
      )}
      {maySend && channel === 'link' && cancellation && <div>{cancellation}</div>}
    </li>
  )
}
