import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { QrCodePage } from '~/features/qr-codes/qr-code-page'
import { qrSignIn } from '~/features/qr-codes/qr-sign-in.server'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireSignedOut } from '~/navigation/guards/guards.server'
import { Button } from '~/ui/button'
import { LinkList } from '~/ui/link-list'
import { SummaryList } from '~/ui/summary-list'

// Sign-in with a QR code: the code, until a phone has confirmed it.
export const handle: PageHandle = { title: 'qr.code.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedOut(args)
  const { seen, view } = await qrSignIn.load(args)
  return reply({ ...view, masked: seen.masked })
}

export const action = qrSignIn.act

export default function QrCode() {
  const { masked, ...view } = useLoaderData<typeof loader>()
  if (view.status === 'confirmed') return <Confirmed account={masked ?? ''} />
  return (
    <QrCodePage
      view={view}
      after={
        <LinkList
          title="ways.sign_in"
          links={{ '/login': 'ways.password', '/login/sms': 'ways.sms', '/login/email': 'ways.email_code' }}
        />
      }
    />
  )
}

/**
 * The account that the code would sign in to. Somebody else may have confirmed it to make this person act in their
 * account.
 */
const Confirmed = ({ account }: { account: string }) => {
  const { t } = useTranslation()
  return (
    <FormPage
      page={usePageForm()}
      title="qr.enter.title"
      lead={
        <>
          {/* Another account API may not say it. */}
          {account !== '' && <SummaryList facts={{ 'qr.enter.account': account }} />}
          <p role="status">{t('qr.enter.text')}</p>
        </>
      }
    >
      <input type="hidden" name="account" value={account} />
      <Button text="qr.enter.submit" /> <Button text="qr.enter.other" name="another" quiet />
    </FormPage>
  )
}
