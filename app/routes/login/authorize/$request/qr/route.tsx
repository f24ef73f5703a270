import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { AskingClient } from '~/features/authorisation/asking-client'
import { isHeldHere } from '~/features/authorisation/held-request.server'
import { pageOfRequest, requireAsking } from '~/features/authorisation/way.server'
import { qrRequest } from '~/features/qr-codes/qr-request.server'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash/flash.server'
import { BackLink } from '~/ui/back-link'
import { Steps } from '~/ui/steps'

// Answers an application as a person who is signed in on a phone: explains what is needed. A form requests the code,
// because opening a link must not.
export const handle: PageHandle = { title: 'qrRequest.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  const { client } = await requireAsking(args)
  return reply({ page: pageOfRequest(args), client, notice: flashOf(args.request), isPlain: isHeldHere() })
}

export const action = qrRequest.show

export default function AnswerByQrCode() {
  const { t } = useTranslation()
  const { page, client, notice, isPlain } = useLoaderData<typeof loader>()
  return (
    <FormPage
      page={usePageForm()}
      title="qrRequest.named"
      values={{ name: client.name }}
      submit="qr.show"
      notice={notice}
      lead={
        <>
          <AskingClient client={client} />
          <p>{t('qrRequest.text')}</p>
          <Steps
            steps={[
              { text: 'qr.step_show' },
              { text: isPlain ? 'qr.step_scan_only' : 'qr.step_scan' },
              ...(isPlain ? [] : [{ text: 'qr.step_number' }]),
              { text: 'qrRequest.step_answer' },
            ]}
          />
        </>
      }
      after={<BackLink path={page} text="authorise.other_way" />}
    />
  )
}
