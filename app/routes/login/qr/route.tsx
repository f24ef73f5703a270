import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { qrSignIn } from '~/features/qr-codes/qr-sign-in.server'
import { isScannedBlind } from '~/features/qr-codes/scan-without-look.server'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireSignedOut } from '~/navigation/guards/guards.server'
import { LinkList } from '~/ui/link-list'
import { Steps } from '~/ui/steps'

// Sign-in with a QR code: explains what is needed. A form requests the code, because opening a link must not.
export const handle: PageHandle = { title: 'qr.title', remembered: true }

export const loader = async (args: LoaderFunctionArgs) =>
  reply({ ...(await requireSignedOut(args)), isPlain: isScannedBlind('sign_in') })

export const action = qrSignIn.show

export default function QrSignIn() {
  const { t } = useTranslation()
  const { notice, isPlain } = useLoaderData<typeof loader>()
  return (
    <FormPage
      page={usePageForm()}
      title="qr.title"
      submit="qr.show"
      notice={notice}
      lead={
        <>
          <p>{t('qr.text')}</p>
          <Steps
            steps={[
              { text: 'qr.step_show' },
              { text: isPlain ? 'qr.step_scan_only' : 'qr.step_scan' },
              { text: isPlain ? 'qr.step_confirm' : 'qr.step_number' },
            ]}
          />
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
