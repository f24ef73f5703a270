import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { keepAuthTicket } from '~/authorisation/auth-ticket.server'
import { pageOfRequest } from '~/authorisation/way.server'
import type { PageHandle } from '~/document/page-handle'
import { qrRequest } from '~/flows/qr-request.server'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash.server'
import { redirectTo } from '~/navigation/redirect.server'
import { LeaveStill, ShownQrCode } from '~/pictures/shown-qr-code'
import { askForRequestCode, codePath, lookAtRequestCode, takeTicket } from '~/qr/request-code.server'
import { viewOf } from '~/sign-in/qr-code.server'
import { BackLink } from '~/ui/back-link'
import { Button } from '~/ui/button'
import { FlashMessage } from '~/ui/flash-message'

// Answers an application as whoever is signed in on a phone: the code, until the phone has confirmed it.
export const handle: PageHandle = { title: 'qr.code.title' }

const Continue = z.object({ another: z.string().optional() })

export const loader = async (args: LoaderFunctionArgs) => {
  const step = await qrRequest.require(args, 'code')
  const { status } = await lookAtRequestCode(args, step)
  const isWaiting = status === 'new' || status === 'scanned'
  // The island exists as long as there is something to wait for.
  if (isWaiting) args.context.islandOrigins = []
  const [here, page] = [codePath(args), pageOfRequest(args)]
  return reply({ here, page, status, notice: flashOf(args.request), ...viewOf(args, step, isWaiting) })
}

export const action = async (args: ActionFunctionArgs) => {
  const step = await qrRequest.require(args, 'code')
  const form = await readForm(args, Continue)
  if (!form.ok) return form.reply()
  if (form.value.another !== undefined) {
    const asked = await askForRequestCode(args)
    return asked.ok ? step.stay(asked.code) : form.reply(asked)
  }
  const answer = await takeTicket(args, step)
  if (!answer.ok) return form.reply(answer)
  const { status, auth_ticket: ticket } = answer.data
  if (ticket !== null) return step.finish(undefined, [await keepAuthTicket(args, ticket)])
  if (status === 'denied' || status === 'expired') return step.stay({})
  return redirectTo(args, { path: codePath(args), notice: 'qr_not_confirmed' })
}

export default function CodeOfRequest() {
  const { t } = useTranslation()
  const { here, page, status, number, notice, refreshSeconds, ...code } = useLoaderData<typeof loader>()
  const form = usePageForm<typeof Continue>()
  const isWaiting = status === 'new' || status === 'scanned'
  const texts = status === 'confirmed' || status === 'denied' ? 'qrRequest.code' : 'qr.code'
  return (
    <FormPage
      page={form}
      title={status === 'new' ? 'qr.code.title' : `${status === 'denied' ? texts : 'qr.code'}.title_${status}`}
      lead={
        <>
          <FlashMessage notice={notice} />
          {status === 'new' && <ShownQrCode here={here} {...code} />}
          <p role="status">
            {t(`${texts}.${status}`)} {isWaiting && <strong>{number}</strong>}
          </p>
        </>
      }
      after={
        <>
          {isWaiting && refreshSeconds !== undefined && <LeaveStill here={here} />}
          <BackLink path={page} text="authorise.other_way" />
        </>
      }
    >
      {isWaiting && <span data-island="qr" data-status={status} />}
      {isWaiting && <Button text="qr.code.done" />}
      {status === 'confirmed' && <Button text="qr.confirm.go_on" />}
      {!isWaiting && status !== 'confirmed' && <Button text="qr.code.another" name="another" />}
    </FormPage>
  )
}
