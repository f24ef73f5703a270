import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { inSubject, requireActing } from '~/features/organisation/acting.server'
import { ActingHeader } from '~/features/organisation/acting-header'
import { BackToOrganisation } from '~/features/organisation/back-to-organisation'
import { organisationPath } from '~/features/organisation/organisation-path'
import { handOver } from '~/flows/organisation/hand-over.server'
import { TextField } from '~/forms/fields/fields'
import { RadioField } from '~/forms/fields/radio-field'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireData } from '~/navigation/guards.server'
import { api } from '~/runtime/api.server'
import { Button } from '~/ui/button'
import { LinkRows } from '~/ui/link-list'

// Handing an organisation over, step 3: to whom.
export const handle: PageHandle = { title: 'transfer.choose_title' }

/** So many members are shown. A search finds the others. */
const most = 20
const searchMaxLength = 50

const Choice = z.object({
  identity_id: z.string('transfer.choose_missing').regex(/^[\w-]{22}$/, 'transfer.choose_missing'),
})

export const loader = async (args: LoaderFunctionArgs) => {
  const acting = await requireActing(args, 'manager')
  await handOver.require(args, 'choose')
  const search = (new URL(args.request.url).searchParams.get('search') ?? '').slice(0, searchMaxLength)
  const client = await api(args)
  const asked = { ...inSubject(args), page: 1, page_size: most + 1, search, is_frozen: 0 }
  const { members, next } = await requireData(args, await client.listIdentities(asked))
  const others = members.filter(({ is_manager }) => !is_manager)
  return reply({ acting, search, members: others.slice(0, most), hasMore: next !== null || others.length > most })
}

export const action = async (args: ActionFunctionArgs) => {
  const step = await handOver.require(args, 'choose')
  const form = await readForm(args, Choice)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.startTransfer({ ...inSubject(args), ...form.value, ticket: step.ticket })
  if (answer.ok) return step.finish()
  return answer.code === 'ticket_refused' ? step.restart() : form.reply(answer)
}

export default function ChooseManager() {
  const { t } = useTranslation()
  const { acting, search, members, hasMore } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Choice>()
  const isAlone = members.length === 0 && search === ''
  return (
    <FormPage
      page={page}
      title="transfer.choose_title"
      {...(members.length > 0 && { submit: 'transfer.ask' })}
      lead={
        <>
          <ActingHeader acting={acting} />
          {!isAlone && (
            <form action={organisationPath(acting.subject, '/manager/choose')}>
              <TextField
                field={{ name: 'search', value: search, values: [], error: undefined }}
                label="transfer.search"
                autoComplete="off"
                maxLength={searchMaxLength}
              />
              <Button text="transfer.find" quiet />
            </form>
          )}
        </>
      }
      after={<BackToOrganisation subject={acting.subject} />}
    >
      {members.length === 0 && <p>{t(isAlone ? 'transfer.nobody' : 'transfer.nobody_found')}</p>}
      {isAlone && <LinkRows links={{ [organisationPath(acting.subject, '/invitations/new')]: 'invitations.invite' }} />}
      {members.length > 0 && (
        <RadioField
          field={page.fields.identity_id}
          label="transfer.to_whom"
          options={members.map(({ identity_id, deputy_name }) => ({ value: identity_id, text: deputy_name }))}
        />
      )}
      {hasMore && <p>{t('transfer.more')}</p>}
    </FormPage>
  )
}
