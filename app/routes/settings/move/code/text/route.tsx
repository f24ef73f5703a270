import type { PageHandle } from '~/document/page-handle'
import { qrMove } from '~/flows/qr-move.server'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireSignedIn } from '~/navigation/guards.server'
import { qrText } from '~/pictures/qr-text.server'
import { QrCodeText } from '~/pictures/shown-qr-code'

// The QR code in block characters, for browsers that show no pictures.
export const handle: PageHandle = { title: 'qr.text_page.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const { url } = await qrMove.require(args, 'code')
  const onLight = new URL(args.request.url).searchParams.has('light')
  return reply({ text: qrText(url, { onLight }), onLight })
}

export default function QrCodeAsText() {
  return <QrCodeText here="/settings/move/code" {...useLoaderData<typeof loader>()} />
}
