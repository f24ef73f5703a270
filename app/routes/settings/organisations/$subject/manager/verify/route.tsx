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

// Handing an organisation over, step 2: the code of the manager.
export const handle: PageHandle = { title: 'stepUp.title.second' }

export const loader = async (args: LoaderFunctionArgs) => {
  const acting = await requireActing(args, 'manager')
  const { way, code } = await handOver.require(args, 'verify')
  return replyWithCode(code, { acting, way, back: organisationPath(acting.subject, '/manager') })
}

export const action = async (args: ActionFunctionArgs) => {
  const step = await handOver.require(args, 'verify')
  const { way } = step
  const form = await readCodeForm(args, codeAlone, {
    step,
    resend: { code: () => sendTransferCode(args, { way, side: 'old' }) },
  })
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.verifyOldManager({ ...inSubject(args), way, code: form.value.code })
  return answer.ok ? step.goTo('choose', { ticket: answer.data.ticket }) : form.reply(answer)
}

export default function VerifyManager() {
  const { way, sent, back } = useLoaderData<typeof loader>()
  return (
    <CodePage
      page={usePageForm<typeof codeAlone>()}
      title="stepUp.title.second"
      submit="stepUp.continue"
      sent={sent}
      by={way}
      back={{ path: back, text: 'transfer.other_way' }}
    />
  )
}
