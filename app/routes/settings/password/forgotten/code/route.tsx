import { z } from 'zod'
import { api } from '~/api.server'
import { CodePage } from '~/codes/code-page'
import { shown } from '~/codes/sent-code.server'
import type { PageHandle } from '~/document/page-handle'
import { forgottenPassword, verifyOwnCode } from '~/flows/forgotten-password.server'
import { code } from '~/forms/field-schemas'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireSignedIn } from '~/navigation/guards.server'
import { BackToSettings } from '~/ui/back-to-settings'

// Signed in, with the present password forgotten, step 2: the code.
export const handle: PageHandle = { title: 'password.code_title' }

const Code = z.object({ code })

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const step = await forgottenPassword.require(args, 'code')
  return reply({ way: step.way, sent: shown(step.sent) })
}

export const action = async (args: ActionFunctionArgs) => {
  await requireSignedIn(args)
  const step = await forgottenPassword.require(args, 'code')
  const form = await readForm(args, Code)
  if (!form.ok) return form.reply()
  const answer = await verifyOwnCode(await api(args), step.way, form.value.code)
  return answer.ok ? step.goTo('new', { ticket: answer.data.verify_ticket }) : form.reply(answer)
}

export default function ForgottenPasswordCode() {
  const { way, sent } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Code>()
  return (
    <CodePage
      page={page}
      title="password.code_title"
      submit="password.code_submit"
      sent={sent}
      by={way}
      resend="/settings/password/forgotten/resend"
      back={{ path: '/settings/password/forgotten', text: 'password.code_otherwise' }}
      after={<BackToSettings />}
    />
  )
}
