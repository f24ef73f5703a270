import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { isForItsHolder } from '#contract/organisations/invitations'
import { inviteId } from '#contract/organisations/organisation-fields'
import type { PageHandle } from '~/document/page-handle'
import { organisationPath } from '~/features/organisation/organisation-path'
import { Picture } from '~/features/pictures/picture'
import { endSessionHere } from '~/features/sign-in/end-session-here.server'
import { ErrorSummary } from '~/forms/error-summary'
import { ownPersonNameOrNone } from '~/forms/field-schemas'
import { OwnNameField } from '~/forms/fields/fields'
import { readForm } from '~/forms/read-form.server'
import { type PageField, usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { shownNameOf } from '~/i18n/person-name'
import { sentence } from '~/i18n/sentence'
import { flashOf } from '~/navigation/flash.server'
import { requireData, requireSignedIn } from '~/navigation/guards.server'
import { openPage } from '~/navigation/open-pages/open-pages'
import { useIsOpen, useOpenKinds } from '~/navigation/open-pages/use-open-pages'
import { redirectAndRotate, redirectTo } from '~/navigation/redirect.server'
import { replyOver } from '~/navigation/reply-over'
import { safePath, withNext } from '~/navigation/return-address'
import { nextToUnseen } from '~/navigation/return-address.server'
import { useOwnAction } from '~/navigation/use-own-action'
import { isAbsent } from '~/runtime/absent-calls.server'
import { api } from '~/runtime/api.server'
import { FormToken } from '~/session/form-token'
import { visitor } from '~/session/visitor.server'
import { Button } from '~/ui/button'
import { FlashMessage } from '~/ui/flash-message'
import { LinkRows } from '~/ui/link-list'
import { ReceivedFacts } from './received-facts'

// The page of an invitation's link: the inviter, the organisation and the signed-in account. Opening it changes
// nothing.
export const handle: PageHandle = { title: 'invitation.title', ownForms: true }

const buttons = { accept: z.string().optional(), decline: z.string().optional(), change: z.string().optional() }
const Answer = z
  .object({ ...buttons, deputy_name: ownPersonNameOrNone })
  .refine(({ accept, decline, change }) => accept || decline || change, 'error.invalid_input')
  .refine(({ accept, deputy_name }) => !accept || deputy_name !== undefined, {
    path: ['deputy_name'],
    message: 'field.own_name.missing',
  })

/** The name of the invitation in the URL. Undefined: none, as in an SMS that has no room for it. */
const namedIn = ({ url }: Request) => {
  const query = new URL(url).searchParams
  const [ticket, id] = [query.get('invite_ticket'), query.get('invite_id')]
  if (ticket) return { invite_ticket: ticket }
  return id ? { invite_id: id } : undefined
}

const isPossible = (named: object): boolean => Object.values(named).every((each) => inviteId.safeParse(each).success)

export const loader = async (args: LoaderFunctionArgs) => {
  const named = namedIn(args.request)
  if (!named?.invite_ticket) await requireSignedIn(args)
  if (!named) throw await redirectTo(args, '/settings/organisations')
  const client = await api(args)
  const answer = isPossible(named) ? await client.checkInvitation(named) : undefined
  if (!answer || (!answer.ok && answer.code === 'no_such_invitation'))
    return replyOver(args, 'invitation.none_title', { received: null })
  const { signedIn } = await visitor(args)
  const {
    invitation,
    fit = signedIn ? 'fits' : 'signed_out',
    sec_subject_uid,
    own_name,
  } = await requireData(args, answer)
  const info = signedIn ? await requireData(args, await client.accountInfo({})) : undefined
  return reply({
    received: {
      invitation,
      fit,
      subject: sec_subject_uid === null ? null : { sec_subject_uid },
      username: info ? shownNameOf(info) : null,
      name: invitation.deputy_name || (own_name ?? ''),
      timeZone: info?.time_zone ?? null,
      mayDecline: !isAbsent('declineInvitation') && invitation.channel !== 'link',
      next: (await nextToUnseen(args)) ?? null,
      notice: flashOf(args.request),
    },
  })
}

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Answer)
  if (!form.ok) return form.reply()
  if (form.value.change !== undefined) {
    const next = await nextToUnseen(args)
    await endSessionHere(args)
    return redirectAndRotate(args, { path: '/login', next, notice: 'signed_out' })
  }
  const named = namedIn(args.request) ?? {}
  const client = await api(args)
  if (form.value.decline !== undefined) {
    const declined = await client.declineInvitation(named)
    if (!declined.ok) return form.reply(declined)
    return redirectTo(args, { path: '/settings/organisations', notice: 'invitation_declined' })
  }
  const accepted = await client.acceptInvitation({ ...named, deputy_name: form.value.deputy_name })
  // The second of two clicks ends where the first one does.
  if (!accepted.ok)
    return accepted.code === 'already_member' ? redirectTo(args, organisationPath(accepted.data)) : form.reply(accepted)
  const next = safePath(accepted.data.next_url)
  return redirectTo(args, next ?? { path: organisationPath(accepted.data), notice: 'invitation_accepted' })
}

export default function ReceivedInvitation() {
  const { t } = useTranslation()
  const { received } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Answer>({ deputy_name: received?.name ?? '' })
  if (received === null)
    return (
      <>
        <h1>{t('invitation.none_title')}</h1>
        <p>{t('invitation.none_text')}</p>
        <LinkRows links={{ '/settings/organisations': 'invitation.to_organisations' }} />
      </>
    )
  const { invitation, timeZone, notice } = received
  return (
    <>
      <ErrorSummary {...page} />
      {invitation.subject_logo && <Picture kind="avatar" picture={invitation.subject_logo} width={64} />}
      <h1>{t('invitation.title_of', { name: invitation.subject_name })}</h1>
      <FlashMessage notice={notice} />
      <ReceivedFacts invitation={invitation} timeZone={timeZone} />
      <Answers {...received} nameField={page.fields.deputy_name} />
    </>
  )
}

type Found = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['received']>

interface AnswersProps extends Found {
  nameField: PageField
}

/** The choices of the person about the invitation. */
const Answers = ({ invitation, fit, subject, username, next, mayDecline, nameField }: AnswersProps) => {
  const { t } = useTranslation()
  const ownAction = useOwnAction()
  const kinds = useOpenKinds()
  const mayRegister = useIsOpen()('/login/register')
  const { state, channel, address } = invitation
  if (subject !== null)
    return (
      <>
        <p>{t('invitation.member', { username: username ?? '' })}</p>
        <p>
          <a className="button" href={organisationPath(subject)}>
            {t('invitation.open')}
          </a>
        </p>
      </>
    )
  if (state !== 'pending') return <p>{sentence(t, t(`error.invitation_over_${state}`, { defaultValue: state }))}</p>
  if (fit === 'signed_out')
    return (
      <>
        <p>
          {t(`invitation.${isForItsHolder(channel) ? 'sign_in_any' : 'sign_in'}${mayRegister ? '' : '_only'}`, {
            address,
          })}
        </p>
        <p>
          <a className="button" href={withNext(openPage(signInPaths[channel] ?? '/login', kinds), next)}>
            {t('invitation.to_sign_in')}
          </a>{' '}
          {mayRegister && (
            <a
              className="button quiet"
              href={withNext(openPage(registerPaths[channel] ?? '/login/register', kinds), next)}
            >
              {t('ways.register')}
            </a>
          )}
        </p>
      </>
    )
  return (
    <>
      <p>{t('invitation.signed_in_as', { username: username ?? '' })}</p>
      {fit === 'other' && <p>{t('invitation.other', { address })}</p>}
      {fit === 'removed' && <p>{t('error.was_removed')}</p>}
      {fit === 'subject_frozen' && <p>{t('invitation.frozen')}</p>}
      <form method="post" {...ownAction}>
        <FormToken />
        {fit === 'fits' && <OwnNameField field={nameField} />}
        {fit === 'fits' && <Button name="accept" text="invitation.accept" />}{' '}
        {fit === 'fits' && mayDecline && <Button name="decline" text="invitation.decline" quiet />}{' '}
        <Button name="change" text="invitation.change_account" quiet={fit === 'fits'} />
      </form>
      {fit === 'other' && (channel === 'mobile' || channel === 'email') && kinds.includes(channel) && (
        <p>
          <a href={withNext(`/settings/${channel}`, next)}>{t(`invitation.add_${channel}`)}</a>
        </p>
      )}
    </>
  )
}

const signInPaths: Partial<Record<string, string>> = {
  mobile: '/login/sms',
  email: '/login/email',
  workplace: '/login',
  link: '/login',
}
const registerPaths: Partial<Record<string, string>> = {
  mobile: '/login/register',
  email: '/login/register/email',
  workplace: '/login/register',
  link: '/login/register',
}
