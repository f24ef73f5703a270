import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { qrSignIn } from '~/flows/qr-sign-in.server'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { qrText } from '~/pictures/qr-text.server'

// The QR code in block characters, for browsers that show no pictures.
export const handle: PageHandle = { title: 'qr.text_page.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  const { url } = await qrSignIn.require(args, 'code')
  const onLight = new URL(args.request.url).searchParams.has('light')
  return reply({ text: qrText(url, { onLight }), onLight })
}

export default function QrCodeAsText() {
  const { t } = useTranslation()
  const { text, onLight } = useLoaderData<typeof loader>()
  const here = '/login/qr/code/text'
  return (
    <>
      <h1>{t('qr.text_page.title')}</h1>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it may be wider than the screen, and scrolls by keyboard then. */}
      <pre tabIndex={0}>{text}</pre>
      <p>
        <a href={onLight ? here : `${here}?light=1`}>{t('qr.text_page.otherwise')}</a>
      </p>
      <p className="back">
        <a href="/login/qr/code">{t('qr.text_page.back')}</a>
      </p>
    </>
  )
}
