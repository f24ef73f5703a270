import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { inviteId } from '#contract/organisations/organisation-fields'
import type { PageHandle } from '~/document/page-handle'
import { organisationPath } from '~/features/organisations/organisation-path'
import { Picture } from '~/features/pictures/picture'
import { endSessionHere } from '~/features/sign-in/end-session-here.server'
import { ErrorSummary } from '~/forms/error-summary'
import { newPassword, ownPersonNameOrNone } from '~/forms/field-schemas'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { shownNameOf } from '~/i18n/person-name'
import { flashOf } from '~/navigation/flash/flash.server'
import { requireData, requireSignedIn } from '~/navigation/guards/guards.server'
import { redirectAndRotate, redirectTo } from '~/navigation/redirect.server'
import { replyOver } from '~/navigation/reply-over'
import { safePath } from '~/navigation/returning/return-address'
import { nextToUnseen } from '~/navigation/returning/return-address.server'
import { isAbsent } from '~/runtime/absent-calls.server'
import { api } from '~/runtime/api.server'
import { shownTerms } from '~/runtime/brand.server'
import { type Args, visitor } from '~/session/visitor.server'
import { FlashMessage } from '~/ui/flash-message'
import { LinkRows } from '~/ui/link-list'
import { Answers } from './answers'
import { ReceivedFacts } from './received-facts'

// The page of an invitation's link: the inviter, the organisation and the signed-in account. Opening it changes
// nothing.
export const handle: PageHandle = { title: 'invitation.title', ownForms: true }

/** The parameters in the link of an invitation. */
interface Named {
  invite_ticket?: string
  invite_id?: string
  invite_proof?: string
}

/**
 * Registers the invited email, which the link of its mail proves. Returns the answer of the call that refused, or of
 * the last one.
 */
const registerInvited = async (args: Args, named: Named, password: string) => {
  const client = await api(args)
  const checked = await client.checkInvitation(named)
  if (!checked.ok) return checked
  const email = checked.data.proven_address?.value ?? ''
  return client.registerByEmail({ email, password, ...named, ...shownTerms() })
}

const button = z.string().optional()
const Answer = z
  .object({
    accept: button,
    decline: button,
    change: button,
    register: button,
    deputy_name: ownPersonNameOrNone,
    password: newPassword.optional(),
  })
  .refine(({ accept, decline, change, register }) => accept || decline || change || register, 'error.invalid_input')
  .refine(({ accept, register, deputy_name }) => !(accept || register) || deputy_name !== undefined, {
    path: ['deputy_name'],
    message: 'field.own_name.missing',
  })
  .refine(({ register, password }) => !register || password !== undefined, {
    path: ['password'],
    message: 'field.password.missing',
  })

/** The invitation in the URL. Undefined: none, for example in an SMS that has no room for it. */
const namedIn = ({ url }: Request): Named | undefined => {
  const query = new URL(url).searchParams
  const [ticket, id, proof] = [query.get('invite_ticket'), query.get('invite_id'), query.get('invite_proof')]
  if (ticket) return { invite_ticket: ticket, ...(proof && { invite_proof: proof }) }
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
    mailbox,
    proven_address: proven,
  } = await requireData(args, answer)
  const info = signedIn ? await requireData(args, await client.accountInfo({})) : undefined
  return reply({
    received: {
      invitation,
      fit,
      freeEmail: mailbox === 'free' ? (proven?.value ?? null) : null,
      isBound: mailbox === 'bound',
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
  const { invite_proof, ...named } = namedIn(args.request) ?? {}
  const { register, password = '', deputy_name } = form.value
  if (register !== undefined) {
    const registered = await registerInvited(args, { ...named, ...(invite_proof && { invite_proof }) }, password)
    // The page leads to the account that has the address, or says that the invitation has ended.
    if (!registered.ok && lateOnes.some((code) => code === registered.code))
      return redirectTo(args, pathOf(args.request))
    if (!registered.ok) return form.reply(registered)
  }
  const client = await api(args)
  if (form.value.decline !== undefined) {
    const declined = await client.declineInvitation(named)
    if (!declined.ok) return form.reply(declined)
    return redirectTo(args, { path: '/settings/organisations', notice: 'invitation_declined' })
  }
  const accepted = await client.acceptInvitation({ ...named, deputy_name })
  const leave = register === undefined ? redirectTo : redirectAndRotate
  // The second of two clicks ends at the same page as the first.
  if (!accepted.ok && accepted.code === 'already_member') return leave(args, organisationPath(accepted.data))
  // A new account sees the page like any other.
  if (!accepted.ok) return register === undefined ? form.reply(accepted) : leave(args, pathOf(args.request))
  const next = safePath(accepted.data.next_url)
  return leave(args, next ?? { path: organisationPath(accepted.data), notice: 'invitation_accepted' })
}

/** The refusals of a registration that the page of the invitation explains better than its form. */
const lateOnes = ['ticket_refused', 'already_registered', 'no_such_invitation']

const pathOf = ({ url }: Request): string => {
  const { pathname, search } = new URL(url)
  return pathname + search
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
      <Answers {...received} nameField={page.fields.deputy_name} passwordField={page.fields.password} />
    </>
  )
}
