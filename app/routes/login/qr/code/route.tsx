import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { qrSignIn } from '~/flows/qr-sign-in.server'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash.server'
import { requireData, requireSignedOut } from '~/navigation/guards.server'
import { redirectTo } from '~/navigation/redirect.server'
import { LeaveStill, ShownQrCode } from '~/pictures/shown-qr-code'
import { askForQrCode, enterByQrCode, lookAtQrCode, viewOf } from '~/sign-in/qr-code.server'
import { Button } from '~/ui/button'
import { FlashMessage } from '~/ui/flash-message'
import { LinkList } from '~/ui/link-list'

// Sign-in with a QR code: the code, until a phone has confirmed it.
export const handle: PageHandle = { title: 'qr.code.title' }

const Continue = z.object({ another: z.string().optional() })

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedOut(args)
  const step = await qrSignIn.require(args, 'code')
  const { status } = await requireData(args, await lookAtQrCode(args, step))
  const isWaiting = status === 'new' || status === 'scanned'
  // The island is there as long as there is something to wait for.
  if (isWaiting) args.context.islandOrigins = []
  return reply({ status, notice: flashOf(args.request), ...viewOf(args, step, isWaiting) })
}

export const action = async (args: ActionFunctionArgs) => {
  const step = await qrSignIn.require(args, 'code')
  const form = await readForm(args, Continue)
  if (!form.ok) return form.reply()
  if (form.value.another !== undefined) {
    const asked = await askForQrCode(args, step.next)
    return asked.ok ? step.stay(asked.code) : form.reply(asked)
  }
  const answer = await enterByQrCode(args, step)
  if (!answer.ok) return form.reply(answer)
  const { status, session } = answer.data
  if (session) return step.finish()
  if (status === 'denied' || status === 'expired') return step.stay({})
  return redirectTo(args, { path: '/login/qr/code', next: step.next, notice: 'qr_not_confirmed' })
}

export default function QrCode() {
  const { t } = useTranslation()
  const { status, number, notice, refreshSeconds, ...code } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Continue>()
  const isWaiting = status === 'new' || status === 'scanned'
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
      {status === 'confirmed' && <Button text="login.submit" />}
      {!isWaiting && status !== 'confirmed' && <Button text="qr.code.another" name="another" />}
    </FormPage>
  )
}
