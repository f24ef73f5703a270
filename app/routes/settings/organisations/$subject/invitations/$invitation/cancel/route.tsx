import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '~/api.server'
import type { PageHandle } from '~/document/page-handle'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { redirectTo } from '~/navigation/redirect.server'
import { inSubject, requireActing } from '~/organisation/acting.server'
import { ActingHeader } from '~/organisation/acting-header'
import { BackToInvitations } from '~/organisation/back-to-organisation'
import { requireInvitation, thisInvitation } from '~/organisation/invitations.server'
import { organisationPath } from '~/organisation/organisation-path'
import { SummaryList } from '~/ui/summary-list'
import { invitationName } from '../../invitation-text'

// Asks before an invitation is cancelled, which ends its link at once.
export const handle: PageHandle = { title: 'invitations.cancel_title' }

const Cancelling = z.object({})

export const loader = async (args: LoaderFunctionArgs) => {
  const acting = await requireActing(args, 'invitation.send')
  const { invitation } = await requireInvitation(args)
  const path = organisationPath(acting.subject, `/invitations/${invitation.invite_id}`)
  // One that is over has nothing left to cancel.
  if (invitation.state !== 'pending') throw await redirectTo(args, path)
  return reply({ acting, invitation, path })
}

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Cancelling)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.cancelInvitation(thisInvitation(args))
  if (!answer.ok) return form.reply(answer)
  return redirectTo(args, { path: organisationPath(inSubject(args), '/invitations'), notice: 'invitation_cancelled' })
}

export default function CancelInvitation() {
  const { t } = useTranslation()
  const { acting, invitation, path } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Cancelling>()
  return (
    <FormPage
      page={page}
      title="invitations.cancel_title"
      submit="invitations.cancel_it"
      safe={{ path, text: 'invitations.keep' }}
      lead={
        <>
          <ActingHeader acting={acting} />
          <SummaryList facts={{ 'invitations.for': invitationName(t, invitation) }} />
          <p>{t(invitation.channel === 'link' ? 'invitations.cancel_link_text' : 'invitations.cancel_text')}</p>
        </>
      }
      after={<BackToInvitations subject={acting.subject} />}
    />
  )
}
