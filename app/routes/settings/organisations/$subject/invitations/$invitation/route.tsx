import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { inSubject, requireActing } from '~/features/organisations/acting.server'
import { ActingHeader } from '~/features/organisations/acting-header'
import { BackToInvitations } from '~/features/organisations/back-to-organisation'
import { DaysField, newDaysField, OfferFields, offerFields, rolesWith } from '~/features/organisations/invitation-form'
import {
  givableRoles,
  type Invitation,
  requireInvitation,
  thisInvitation,
} from '~/features/organisations/invitations.server'
import { may } from '~/features/organisations/management/may'
import { organisationPath } from '~/features/organisations/organisation-path'
import { roleText } from '~/features/organisations/role-text'
import { useDay, useMoment } from '~/features/organisations/use-day'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash/flash.server'
import { redirectTo } from '~/navigation/redirect.server'
import { invitationName, isResendable } from '~/routes/settings/organisations/$subject/invitations/invitation-text'
import { api } from '~/runtime/api.server'
import { BackLink } from '~/ui/back-link'
import { Button } from '~/ui/button'
import { FlashMessage } from '~/ui/flash-message'
import { LinkRows } from '~/ui/link-list'
import { SummaryList } from '~/ui/summary-list'
import { TimedText } from '~/ui/timed-text'

// An invitation: the role, and the URL of a link. A permitted member changes or resends it here.
export const handle: PageHandle = {
  title: 'invitations.title',
  named: (data, t) => invitationName(t, (data as { invitation: Invitation }).invitation),
}

const Change = z.object({
  ...offerFields,
  days: newDaysField,
  resend: z.string().optional(),
})

export const loader = async (args: LoaderFunctionArgs) => {
  const acting = await requireActing(args, 'invitation.read')
  const { invitation, link } = await requireInvitation(args)
  const maySend = may(acting, 'invitation.send')
  const roles = maySend ? await givableRoles(args, acting) : []
  const { searchParams } = new URL(args.request.url)
  const isChanging = invitation.state === 'pending' && searchParams.has('change')
  const isPoster = link !== null && searchParams.has('poster')
  return reply({ acting, invitation, link, maySend, roles, isChanging, isPoster, notice: flashOf(args.request) })
}

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Change)
  if (!form.ok) return form.reply()
  const { resend, days, role_key, deputy_name, note } = form.value
  const client = await api(args)
  const named = thisInvitation(args)
  const lasting = days === '' ? {} : { days: Number(days) }
  const subject = inSubject(args)
  const path = organisationPath(subject, `/invitations/${named.invite_id}`)
  if (resend !== undefined) {
    const answer = await client.resendInvitation({ ...named, ...lasting })
    return answer.ok ? redirectTo(args, { path, notice: 'invitation_resent' }) : form.reply(answer)
  }
  const { invitation } = await requireInvitation(args)
  const changes = { deputy_name, note, ...lasting }
  // An unchanged role is not sent, so its inviter remains responsible for it.
  const isSameRole = role_key === (invitation.role?.role_key ?? '')
  const answer = await client.updateInvitation({ ...named, ...changes, ...(!isSameRole && { role_key }) })
  return answer.ok ? redirectTo(args, { path, notice: 'invitation_saved' }) : form.reply(answer)
}

export default function InvitationPage() {
  const { t } = useTranslation()
  const { acting, invitation, link, maySend, roles, isChanging, isPoster } = useLoaderData<typeof loader>()
  const { state, channel, role, deputy_name, note } = invitation
  const page = usePageForm<typeof Change>({ deputy_name, note, role_key: role?.role_key ?? '' })
  const isPending = state === 'pending'
  const back = <BackToInvitations subject={acting.subject} />
  const own = (below: string) => organisationPath(acting.subject, `/invitations/${below}`)
  const path = own(invitation.invite_id)
  if (isPoster && link !== null)
    return (
      <>
        <Poster
          organisation={acting.subject.subject_name}
          link={link}
          picture={`${path}/qr`}
          endsAt={invitation.ends_at}
        />
        <BackLink path={path} text="invitations.back_to_one" />
      </>
    )
  const canResend = maySend && isResendable(invitation)
  if (!canResend)
    return (
      <>
        <h1>
          <bdi>{invitationName(t, invitation)}</bdi>
        </h1>
        <Facts />
        {back}
      </>
    )
  const resend = channel === 'link' ? 'invitations.new_link' : 'invitations.resend'
  const name = invitationName(t, invitation)
  if (isPending && !isChanging)
    return (
      <FormPage page={page} title="invitations.title" name={name} lead={<Facts />} after={back}>
        <a className="button" href={own(`new?by=${channel}`)}>
          {t('invitations.invite_another')}
        </a>{' '}
        <Button name="resend" text={resend} quiet />{' '}
        <a className="button quiet" href={`${path}?change=1`}>
          {t('invitations.change')}
        </a>{' '}
        <a className="button quiet" href={`${path}/cancel`}>
          {t('invitations.cancel_it')}
        </a>
      </FormPage>
    )
  return (
    <FormPage
      page={page}
      title="invitations.title"
      name={name}
      lead={isChanging ? <ActingHeader acting={acting} /> : <Facts />}
      {...(isPending && { submit: 'invitations.save' })}
      more={!isPending && <Button name="resend" text={resend} />}
      after={
        <>
          {invitation.undeliverable_reason !== null && <LinkRows links={{ [own('new')]: 'invitations.invite' }} />}
          {isChanging ? <BackLink path={path} text="invitations.back_to_one" /> : back}
        </>
      }
    >
      {isPending && <OfferFields fields={page.fields} roles={rolesWith(roles, role)} hasName={channel !== 'link'} />}
      <DaysField field={page.fields.days} isKept={isPending} />
    </FormPage>
  )
}

/** The content of the invitation, and the URL of a link. */
const Facts = () => {
  const { t } = useTranslation()
  const { acting, invitation, link, notice } = useLoaderData<typeof loader>()
  const { invite_id, channel, state, undeliverable_reason, role, note, inviter_name, places, places_left } = invitation
  const { created_at, ends_at, stands } = invitation
  const [day, moment] = [useDay(), useMoment()]
  return (
    <>
      <ActingHeader acting={acting} />
      <FlashMessage notice={notice} />
      {state === 'pending' && !stands && <p>{t('invitations.void')}</p>}
      {link !== null && (
        <>
          <p>{t('invitations.link_text')}</p>
          <p>
            <a href={link}>{link}</a>
          </p>
          <p>
            <img
              className="picture"
              src={`${organisationPath(acting.subject, `/invitations/${invite_id}`)}/qr`}
              alt={t('invitations.qr')}
            />
          </p>
          <p>
            <a href={`${organisationPath(acting.subject, `/invitations/${invite_id}`)}?poster=1`}>
              {t('invitations.poster')}
            </a>
          </p>
        </>
      )}
      <SummaryList
        facts={{
          ...(channel === 'link' && {
            'invitations.places_taken': t('invitations.places_left', { left: places_left, places }),
          }),
          'invitations.state': t(`invitationState.${state}`, { defaultValue: state }),
          ...(undeliverable_reason !== null && {
            'invitations.reason': t(`undeliverableReason.${undeliverable_reason}`),
          }),
          'invitations.role': role ? roleText(t, role) : t('role.member'),
          ...(note !== '' && { 'invitation.note': note }),
          'invitations.inviter': inviter_name || t('invitations.inviter_left'),
          'invitations.created': day(created_at),
          ...(state === 'pending'
            ? { 'invitations.expires_on': moment(ends_at) }
            : { 'invitations.ended_on': day(ends_at) }),
        }}
      />
    </>
  )
}

interface PosterProps {
  organisation: string
  link: string
  /** The path of the picture of its QR code. */
  picture: string
  endsAt: string
}

/** The link of an invitation as a poster: a print of the page contains only that. */
const Poster = ({ organisation, link, picture, endsAt }: PosterProps) => {
  const { t } = useTranslation()
  const moment = useMoment()(endsAt)
  return (
    <div className="poster">
      <h1>{t('invitations.poster_title', { name: organisation })}</h1>
      <p>{t('invitations.poster_text')}</p>
      <p>
        <img className="picture" src={picture} alt={t('invitations.qr')} />
      </p>
      <p>
        <a href={link}>{link}</a>
      </p>
      <p>
        <TimedText text={t('invitations.expires', { day: moment })} time={moment} at={endsAt} />
      </p>
    </div>
  )
}
