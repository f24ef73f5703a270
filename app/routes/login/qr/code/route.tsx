import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { qrSignIn } from '~/flows/qr-sign-in.server'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { type PageForm, usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash.server'
import { requireData, requireSignedOut } from '~/navigation/guards.server'
import { redirectTo } from '~/navigation/redirect.server'
import { LeaveStill, ShownQrCode } from '~/pictures/shown-qr-code'
import { askForQrCode, enterByQrCode, lookAtQrCode, viewOf } from '~/sign-in/qr-code.server'
import { Button } from '~/ui/button'
import { FlashMessage } from '~/ui/flash-message'
import { LinkList } from '~/ui/link-list'
import { SummaryList } from '~/ui/summary-list'

// Sign-in with a QR code: the code, until a phone has confirmed it.
export const handle: PageHandle = { title: 'qr.code.title' }

const Continue = z.object({
  another: z.string().optional(),
  /** Whose account the page has shown, and its person signs in to. */
  account: z.string().optional(),
})

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedOut(args)
  const step = await qrSignIn.require(args, 'code')
  const { status, masked } = await requireData(args, await lookAtQrCode(args, step))
  const isWaiting = status === 'new' || status === 'scanned'
  // The island exists as long as there is something to wait for.
  if (isWaiting) args.context.islandOrigins = []
  return reply({ status, masked, notice: flashOf(args.request), ...viewOf(args, step, isWaiting) })
}

export const action = async (args: ActionFunctionArgs) => {
  const step = await qrSignIn.require(args, 'code')
  const form = await readForm(args, Continue)
  if (!form.ok) return form.reply()
  if (form.value.another !== undefined) {
    const asked = await askForQrCode(args, step.next)
    return asked.ok ? step.stay(asked.code) : form.reply(asked)
  }
  const seen = await lookAtQrCode(args, step)
  if (!seen.ok) return form.reply(seen)
  const { status, masked } = seen.data
  if (status === 'new' || status === 'scanned')
    return redirectTo(args, { path: '/login/qr/code', next: step.next, notice: 'qr_not_confirmed' })
  // Nobody is signed in to an account that the page has not shown.
  if (status !== 'confirmed' || form.value.account !== (masked ?? '')) return step.stay({})
  const answer = await enterByQrCode(args, step)
  if (!answer.ok) return form.reply(answer)
  return answer.data.session ? step.finish() : step.stay({})
}

export default function QrCode() {
  const { t } = useTranslation()
  const { status, masked, number, notice, refreshSeconds, ...code } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Continue>()
  const isWaiting = status === 'new' || status === 'scanned'
  if (status === 'confirmed') return <Confirmed page={page} account={masked ?? ''} />
  return (
    <FormPage
      page={page}
      title={status === 'new' ? 'qr.code.title' : `qr.code.title_${status}`}
      lead={
        <>
          <FlashMessage notice={notice} />
          {status === 'new' && <ShownQrCode here="/login/qr/code" {...code} />}
          <p role="status">
            {t(`qr.code.${status}`)} {isWaiting && <strong>{number}</strong>}
          </p>
        </>
      }
      after={
        <>
          {isWaiting && refreshSeconds !== undefined && <LeaveStill here="/login/qr/code" />}
          <LinkList
            title="ways.sign_in"
            links={{ '/login': 'ways.password', '/login/sms': 'ways.sms', '/login/email': 'ways.email_code' }}
          />
        </>
      }
    >
      {isWaiting && <span data-island="qr" data-status={status} />}
      {isWaiting && <Button text="qr.code.done" />}
      {!isWaiting && <Button text="qr.code.another" name="another" />}
    </FormPage>
  )
}

/** Whose account the code would sign in to. Somebody else may have confirmed it, to have this person act in theirs. */
const Confirmed = ({ page, account }: { page: PageForm; account: string }) => {
  const { t } = useTranslation()
  return (
    <FormPage
      page={page}
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
