import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { memberSearchMaxLength } from '#contract/organisations/members'
import { identityId } from '#contract/organisations/organisation-fields'
import type { PageHandle } from '~/document/page-handle'
import { addressKinds } from '~/features/addresses/address-kind'
import { inSubject, requireActing } from '~/features/organisations/acting.server'
import { ActingHeader } from '~/features/organisations/acting-header'
import { BackToOrganisation } from '~/features/organisations/back-to-organisation'
import { judgeTypedName } from '~/features/organisations/management/typed-name.server'
import { TypedNameField } from '~/features/organisations/management/typed-name-field'
import { organisationPath } from '~/features/organisations/organisation-path'
import { handOver } from '~/flows/organisations/hand-over.server'
import type { Line } from '~/forms/failure-texts'
import { TextField } from '~/forms/fields/fields'
import { RadioField } from '~/forms/fields/radio-field'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { answerForm } from '~/forms/reading/answer-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { visitorRegion } from '~/forms/values/visitor-region.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { unbroken } from '~/i18n/texts'
import { requireData } from '~/navigation/guards/guards.server'
import { useOpenKinds } from '~/navigation/open-pages/use-open-pages'
import { isAtOnce } from '~/routes/settings/organisations/$subject/manager/at-once.server'
import { api } from '~/runtime/api.server'
import { Button } from '~/ui/button'
import { LinkRows } from '~/ui/link-list'
import { sendToMember } from './send-to-member.server'

// Handing an organisation over, step 3: to whom.
export const handle: PageHandle = { title: 'transfer.choose_title' }

/** How many members are shown. A search finds the others. */
const most = 20

const Choice = z.object({
  identity_id: z
    .string('transfer.choose_missing')
    .refine((typed) => identityId.safeParse(typed).success, 'transfer.choose_missing'),
  use_email: z.string().optional(),
  subject_name: z.string().default(''),
})

export const loader = async (args: LoaderFunctionArgs) => {
  const acting = await requireActing(args, 'manager')
  await handOver.require(args, 'choose')
  const search = (new URL(args.request.url).searchParams.get('search') ?? '').slice(0, memberSearchMaxLength)
  const client = await api(args)
  const asked = { ...inSubject(args), page: 1, page_size: most + 1, search, region: visitorRegion(args), is_frozen: 0 }
  const { members, next } = await requireData(args, await client.listIdentities(asked))
  const others = members.filter(
    ({ is_manager, identity_id }) => !is_manager && identity_id !== acting.subject.identity_id,
  )
  const hasMore = next !== null || others.length > most
  return reply({ acting, search, members: others.slice(0, most), hasMore, atOnce: isAtOnce() })
}

/** The texts of failures for the manager, because the usual ones address the owner of the address. */
const textsForManager = { 'error.code_limit_reached': 'transfer.at_once.code_limit_reached' }

export const action = async (args: ActionFunctionArgs) => {
  const step = await handOver.require(args, 'choose')
  const form = await readForm(args, Choice)
  if (!form.ok) return form.reply()
  const { ticket } = step
  const { identity_id, use_email, subject_name } = form.value
  const again = (line: Line) => {
    const fields = new FormData()
    fields.append('identity_id', identity_id)
    fields.append('subject_name', subject_name)
    return answerForm(args, { status: 422, fields, lines: [line] })
  }
  const otherName = await judgeTypedName(args, subject_name)
  if (otherName) return again(otherName)
  if (isAtOnce()) {
    const first = use_email === undefined ? 'mobile' : 'email'
    const sent = await sendToMember(args, { identity_id, ticket, first })
    if (sent.state === 'sent') return step.goTo('newManager', { ticket, ...sent.member })
    if (sent.state === 'failed')
      return sent.failure.code === 'ticket_refused' ? step.restart() : form.reply(sent.failure, textsForManager)
    return again(sent.line)
  }
  const client = await api(args)
  const answer = await client.startTransfer({ ...inSubject(args), identity_id, ticket })
  if (answer.ok) return step.finish()
  return answer.code === 'ticket_refused' ? step.restart() : form.reply(answer)
}

export default function ChooseManager() {
  const { t } = useTranslation()
  const { acting, search, members, hasMore, atOnce } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Choice>()
  const hasBothKinds = useOpenKinds().length === addressKinds.length
  const isAlone = members.length === 0 && search === ''
  return (
    <FormPage
      page={page}
      title="transfer.choose_title"
      {...(members.length > 0 && { submit: atOnce ? 'transfer.at_once.send' : 'transfer.ask' })}
      lead={
        <>
          <ActingHeader acting={acting} />
          {!isAlone && (
            <form action={organisationPath(acting.subject, '/manager/choose')}>
              <TextField
                field={{ name: 'search', value: search, values: [], error: undefined }}
                label="transfer.search"
                hint="transfer.search_hint"
                autoComplete="off"
                maxLength={memberSearchMaxLength}
              />
              <Button text="transfer.find" quiet />
            </form>
          )}
        </>
      }
      more={
        atOnce &&
        hasBothKinds &&
        members.length > 0 && <Button name="use_email" text="transfer.at_once.send_email" quiet />
      }
      after={<BackToOrganisation subject={acting.subject} />}
    >
      {members.length === 0 && <p>{t(isAlone ? 'transfer.nobody' : 'transfer.nobody_found')}</p>}
      {isAlone && <LinkRows links={{ [organisationPath(acting.subject, '/invitations/new')]: 'invitations.invite' }} />}
      {members.length > 0 && (
        <RadioField
          field={page.fields.identity_id}
          label="transfer.to_whom"
          options={members.map(({ identity_id, deputy_name, address }) => ({
            value: identity_id,
            text: deputy_name,
            more: unbroken(address),
          }))}
        />
      )}
      {hasMore && <p>{t('transfer.more')}</p>}
      {members.length > 0 && <TypedNameField field={page.fields.subject_name} name={acting.subject.subject_name} />}
    </FormPage>
  )
}
