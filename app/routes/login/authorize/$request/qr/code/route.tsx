import type { PageHandle } from '~/document/page-handle'
import { pageOfRequest } from '~/features/authorisation/way.server'
import { QrCodePage } from '~/features/qr-codes/qr-code-page'
import { qrRequest } from '~/features/qr-codes/qr-request.server'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { BackLink } from '~/ui/back-link'
import { Button } from '~/ui/button'

// Answers an application as a person who is signed in on a phone: the code, until the phone has confirmed it.
export const handle: PageHandle = { title: 'qr.code.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  const { view } = await qrRequest.load(args)
  return reply({ ...view, page: pageOfRequest(args) })
}

export const action = qrRequest.act

/** The texts that connect the end of the code with the request. */
const texts: Record<string, { title?: string; text: string }> = {
  confirmed: { text: 'qrRequest.code.confirmed' },
  denied: { title: 'qrRequest.code.title_denied', text: 'qrRequest.code.denied' },
}

export default function CodeOfRequest() {
  const { page, ...view } = useLoaderData<typeof loader>()
  return (
    <QrCodePage view={view} {...texts[view.status]} after={<BackLink path={page} text="authorise.other_way" />}>
      {view.status === 'confirmed' ? <Button text="qr.confirm.go_on" /> : undefined}
    </QrCodePage>
  )
}
