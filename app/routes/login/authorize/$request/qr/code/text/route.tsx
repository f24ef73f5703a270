import type { PageHandle } from '~/document/page-handle'
import { qrRequest } from '~/flows/qr-request.server'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { qrText } from '~/pictures/qr-text.server'
import { QrCodeText } from '~/pictures/shown-qr-code'
import { codePath } from '~/qr/request-code.server'

// The QR code in block characters, for browsers that show no pictures.
export const handle: PageHandle = { title: 'qr.text_page.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  const { url } = await qrRequest.require(args, 'code')
  const onLight = new URL(args.request.url).searchParams.has('light')
  return reply({ here: codePath(args), text: qrText(url, { onLight }), onLight })
}

export default function QrCodeAsText() {
  return <QrCodeText {...useLoaderData<typeof loader>()} />
}
