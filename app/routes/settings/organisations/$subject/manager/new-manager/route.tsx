import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { readCodeForm } from '~/features/codes/code-form.server'
import { CodePage } from '~/features/codes/code-page'
import { replyWithCode, type SentCode } from '~/features/codes/sent-code.server'
import { inSubject, requireActing } from '~/features/organisations/acting.server'
import { may } from '~/features/organisations/management/may'
import { organisationPath } from '~/features/organisations/organisation-path'
import { handOver } from '~/flows/organisations/hand-over.server'
import { codeAlone } from '~/forms/field-schemas'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from '~/framework'
import type { Destination } from '~/navigation/flash/flash.server'
import { sendTransferCode } from '~/routes/settings/organisations/$subject/manager/transfer-code.server'
import { api } from '~/runtime/api.server'

// Handing an organisation over at once, the last step: the manager types the code that the member got.
export const handle: PageHandle = { title: 'transfer.at_once.code_title' }

const handedOver = (subject: { sec_subject_uid: string }): Destination => ({
  path: organisationPath(subject),
  notice: 'transfer_handed_over',
})

/** The code for the manager. The advice about a limit is for the person whose address it is. */
const toldToManager = (code: SentCode): SentCode =>
  code.notice === 'code_limit_reached' ? { ...code, notice: 'not_sent' } : code

export const loader = async (args: LoaderFunctionArgs) => {
  const acting = await requireActing(args)
  const { subject } = acting
  const step = await handOver.require(args, 'newManager')
  // The second of two clicks finds what the first has done.
  if (!may(acting, 'manager')) throw await step.abandon(handedOver(subject))
  const { way, code, name } = step
  const back = organisationPath(subject, '/manager/choose')
  return replyWithCode(toldToManager(code), { acting, way, name, back, organisation: subject.subject_name })
}

/** The texts of failures for the manager, because the usual ones address the member. */
const textsForManager = { 'error.too_many_subjects': 'transfer.at_once.too_many_subjects' }

export const action = async (args: ActionFunctionArgs) => {
  const step = await handOver.require(args, 'newManager')
  const { way, ticket, identity_id } = step
  const form = await readCodeForm(args, codeAlone, {
    step,
    resend: { code: () => sendTransferCode(args, { way, side: 'new', chosen: { identity_id, ticket } }) },
  })
  if (!form.ok) return form.reply()
  const client = await api(args)
  const named = { ...inSubject(args), identity_id }
  const proven = await client.verifyNewManager({ ...named, ticket, way, code: form.value.code })
  const answer = proven.ok ? await client.transferManager({ ...named, ticket: proven.data.ticket }) : proven
  if (answer.ok) return step.abandon(handedOver(named))
  if (answer.code !== 'ticket_refused') return form.reply(answer, textsForManager)
  const acting = await client.subjectInfo(inSubject(args))
  return acting.ok && !may(acting.data, 'manager') ? step.abandon(handedOver(named)) : step.restart()
}

export default function NewManager() {
  const { t } = useTranslation()
  const { way, sent, name, back, organisation } = useLoaderData<typeof loader>()
  return (
    <CodePage
      page={usePageForm<typeof codeAlone>()}
      title="transfer.at_once.code_title"
      submit="transfer.at_once.submit"
      sent={sent}
      by={way}
      back={{ path: back, text: 'transfer.at_once.back' }}
      lead={<p>{t('transfer.at_once.ask', { name })}</p>}
    >
      <p>{t('transfer.at_once.what', { name, organisation })}</p>
    </CodePage>
  )
}
