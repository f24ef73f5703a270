import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { readCodeForm } from '~/features/codes/code-form.server'
import { CodePage } from '~/features/codes/code-page'
import { replyWithCode } from '~/features/codes/sent-code.server'
import { inSubject, requireActing } from '~/features/organisations/acting.server'
import { organisationPath } from '~/features/organisations/organisation-path'
import { handOver } from '~/flows/organisations/hand-over.server'
import { codeAlone } from '~/forms/field-schemas'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from '~/framework'
import { sendTransferCode } from '~/routes/settings/organisations/$subject/manager/transfer-code.server'
import { api } from '~/runtime/api.server'

// Taking an organisation over: the code of the member who was asked.
export const handle: PageHandle = { title: 'transfer.accept_title' }

export const loader = async (args: LoaderFunctionArgs) => {
  const acting = await requireActing(args)
  const { way, code } = await handOver.require(args, 'accept')
  const back = organisationPath(acting.subject, '/manager')
  return replyWithCode(code, { acting, way, back, name: acting.subject.subject_name })
}

export const action = async (args: ActionFunctionArgs) => {
  const step = await handOver.require(args, 'accept')
  const { way, transfer_id } = step
  const form = await readCodeForm(args, codeAlone, {
    step,
    resend: { code: () => sendTransferCode(args, { way, side: 'new' }) },
  })
  if (!form.ok) return form.reply()
  const client = await api(args)
  const named = { ...inSubject(args), transfer_id }
  const proven = await client.verifyNewManager({ ...named, way, code: form.value.code })
  if (!proven.ok) return form.reply(proven)
  const answer = await client.transferManager({ ...named, ticket: proven.data.ticket })
  if (answer.ok) return step.abandon({ path: organisationPath(named), notice: 'transfer_done' })
  return answer.code === 'ticket_refused' ? step.restart() : form.reply(answer)
}

export default function AcceptTransfer() {
  const { t } = useTranslation()
  const { way, sent, back, name } = useLoaderData<typeof loader>()
  return (
    <CodePage
      page={usePageForm<typeof codeAlone>()}
      title="transfer.accept_title"
      submit="transfer.accept_submit"
      sent={sent}
      by={way}
      back={{ path: back, text: 'transfer.other_way' }}
    >
      <p>{t('transfer.accept_text', { organisation: name })}</p>
    </CodePage>
  )
}
