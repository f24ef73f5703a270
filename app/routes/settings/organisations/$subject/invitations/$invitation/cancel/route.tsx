import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { inSubject, requireActing } from '~/features/organisations/acting.server'
import { ActingHeader } from '~/features/organisations/acting-header'
import { BackToInvitations } from '~/features/organisations/back-to-organisation'
import { requireInvitation, thisInvitation } from '~/features/organisations/invitations.server'
import { organisationPath } from '~/features/organisations/organisation-path'
import { buttonAction } from '~/forms/form-action.server'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { redirectTo } from '~/navigation/redirect.server'
import { invitationName } from '~/routes/settings/organisations/$subject/invitations/invitation-text'
import { SummaryList } from '~/ui/summary-list'

// Asks before an invitation is cancelled, which ends its link at once.
export const handle: PageHandle = { title: 'invitations.cancel_title' }

export const loader = async (args: LoaderFunctionArgs) => {
  const acting = await requireActing(args, 'invitation.send')
  const { invitation } = await requireInvitation(args)
  const path = organisationPath(acting.subject, `/invitations/${invitation.invite_id}`)
  // An ended invitation cannot be cancelled.
  if (invitation.state !== 'pending') throw await redirectTo(args, path)
  return reply({ acting, invitation, path })
}

export const action = buttonAction({
  call: (client, _, args) => client.cancelInvitation(thisInvitation(args)),
  done: (args) => ({ path: organisationPath(inSubject(args), '/invitations'), notice: 'invitation_cancelled' }),
})

export default function CancelInvitation() {
  const { t } = useTranslation()
  const { acting, invitation, path } = useLoaderData<typeof loader>()
  return (
    <FormPage
      page={usePageForm()}
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
