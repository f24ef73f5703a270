import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { formerRoles } from '#contract/organisations/join-requests'
import type { PageHandle } from '~/document/page-handle'
import { inSubject, requireActing } from '~/features/organisations/acting.server'
import { ActingHeader } from '~/features/organisations/acting-header'
import { BackToRequests } from '~/features/organisations/back-to-organisation'
import { chosenRole, RoleField, roleKeyField } from '~/features/organisations/invitation-form'
import { givableRoles } from '~/features/organisations/invitations.server'
import { organisationPath } from '~/features/organisations/organisation-path'
import { roleText } from '~/features/organisations/role-text'
import { useDay } from '~/features/organisations/use-day'
import { type Answered, formAction } from '~/forms/form-action.server'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireData } from '~/navigation/guards/guards.server'
import { redirectTo } from '~/navigation/redirect.server'
import { api } from '~/runtime/api.server'
import type { Args } from '~/runtime/load-context'
import { Button } from '~/ui/button'
import { SummaryList } from '~/ui/summary-list'

// A person who asks to join an organisation: accepts them, with a role, or declines.
export const handle: PageHandle = {
  title: 'joinRequests.one',
  named: (data) => (data as { request: { deputy_name: string } }).request.deputy_name,
}

const Answer = z.object({
  role_key: roleKeyField,
  decline: z.string().optional(),
})

const thisRequest = (args: Pick<Args, 'params'>) => ({ ...inSubject(args), request_id: args.params.request ?? '' })

const listOf = (args: Pick<Args, 'params'>) => organisationPath(inSubject(args), '/requests')

/** Another administrator has answered, or the person has withdrawn. */
const over = (args: Pick<Args, 'params'>) => ({ path: listOf(args), notice: 'join_request_over' }) as const

export const loader = async (args: LoaderFunctionArgs) => {
  const acting = await requireActing(args, 'invitation.send')
  const client = await api(args)
  const answer = await client.joinRequestInfo(thisRequest(args))
  if (!answer.ok && (answer.code === 'no_such_join_request' || answer.code === 'invalid_input'))
    throw await redirectTo(args, over(args))
  const { request } = await requireData(args, answer)
  return reply({ acting, request, roles: await givableRoles(args, acting) })
}

const declined = (role_key: string) => (role_key === formerRoles ? 'member_stays_removed' : 'join_request_declined')

export const action = formAction(Answer, {
  call: (client, { role_key, decline }, args): Promise<Answered> =>
    decline === undefined
      ? client.acceptJoinRequest({ ...thisRequest(args), ...chosenRole(role_key) })
      : client.declineJoinRequest(thisRequest(args)),
  done: (args, _, { decline, role_key }) => ({
    path: listOf(args),
    notice: decline === undefined ? 'join_request_accepted' : declined(role_key),
  }),
  otherwise: ({ code }, args) =>
    code === 'no_such_join_request' || code === 'already_member' ? over(args) : undefined,
})

export default function JoinRequest() {
  const { t } = useTranslation()
  const day = useDay()
  const { acting, request, roles } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Answer>()
  const before = request.former_roles?.map((name) => roleText(t, { role_key: name, role_name: name }))
  return (
    <FormPage
      page={page}
      title={before ? 'joinRequests.removed_one' : 'joinRequests.one'}
      name={request.deputy_name}
      submit={before ? 'joinRequests.give_back' : 'joinRequests.accept'}
      lead={
        <>
          <ActingHeader acting={acting} />
          <SummaryList
            facts={{
              'joinRequests.address': request.address,
              [before ? 'joinRequests.removed_on' : 'joinRequests.asked_on']: day(request.asked_at),
              'joinRequests.roles': before?.join(t('layout.comma')) ?? '',
              'joinRequests.ends': day(request.ends_at),
            }}
          />
          <p>{t(before ? 'joinRequests.removed_about' : 'joinRequests.about')}</p>
        </>
      }
      more={<Button name="decline" text="joinRequests.decline" quiet />}
      after={<BackToRequests subject={acting.subject} />}
    >
      {before ? (
        <input type="hidden" name="role_key" value={formerRoles} />
      ) : (
        <RoleField field={page.fields.role_key} roles={roles} label="joinRequests.role" none="role.member" />
      )}
    </FormPage>
  )
}
