import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { readButton } from '~/forms/form-action.server'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { redirectTo } from '~/navigation/redirect.server'
import { api } from '~/runtime/api.server'
import { requireDesk } from '~/runtime/operator.server'
import { clearDeskToken, deskTokenIn } from '~/session/desk-cookies.server'
import { LinkRows } from '~/ui/link-list'

// Leaves the desk. The session at the public site stays.
export const handle: PageHandle = { title: 'desk.leave.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  requireDesk(args)
  const isHere = deskTokenIn(args.request) !== undefined
  if (!isHere) args.context.title = 'desk.left.title'
  return reply({ isHere })
}

export const action = async (args: ActionFunctionArgs) => {
  requireDesk(args)
  const form = await readButton(args)
  if (!form.ok) return form.reply()
  const token = deskTokenIn(args.request)
  if (token !== undefined) await (await api(args)).leaveDesk({ token })
  return redirectTo(args, '/desk/sign-out', { cookies: [clearDeskToken()], rotate: true })
}

export default function LeaveDesk() {
  const { t } = useTranslation()
  const { isHere } = useLoaderData<typeof loader>()
  const page = usePageForm()
  if (isHere)
    return <FormPage page={page} title="desk.leave.title" submit="desk.sign_out" lead={<p>{t('desk.leave.text')}</p>} />
  return (
    <>
      <h1>{t('desk.left.title')}</h1>
      <p>{t('desk.left.text')}</p>
      <LinkRows links={{ '/desk/sign-in': 'desk.left.again' }} />
    </>
  )
}
