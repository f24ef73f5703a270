import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { qrSignIn } from '~/flows/qr-sign-in.server'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireSignedOut } from '~/navigation/guards.server'
import { nextToCarry } from '~/navigation/return-address.server'
import { askForQrCode } from '~/sign-in/qr-code.server'
import { FlashMessage } from '~/ui/flash-message'
import { LinkList } from '~/ui/link-list'
import { Steps } from '~/ui/steps'

// Sign-in with a QR code: what it takes. The code comes with the form, since a link that is opened asks for none.
export const handle: PageHandle = { title: 'qr.title', remembered: true }

const Show = z.object({})

export const loader = async (args: LoaderFunctionArgs) => reply(await requireSignedOut(args))

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Show)
  if (!form.ok) return form.reply()
  const asked = await askForQrCode(args, await nextToCarry(args))
  return asked.ok ? qrSignIn.begin(args, 'code', asked.code) : form.reply(asked)
}

export default function QrSignIn() {
  const { t } = useTranslation()
  const { notice } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Show>()
  return (
    <FormPage
      page={page}
      title="qr.title"
      submit="qr.show"
      lead={
        <>
          <FlashMessage notice={notice} />
          <p>{t('qr.text')}</p>
          <Steps steps={[{ text: 'qr.step_show' }, { text: 'qr.step_scan' }, { text: 'qr.step_number' }]} />
        </>
      }
      after={
        <LinkList
          title="ways.sign_in"
          links={{ '/login': 'ways.password', '/login/sms': 'ways.sms', '/login/email': 'ways.email_code' }}
        />
      }
    />
  )
}
