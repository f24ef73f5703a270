import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '~/api.server'
import { Unanswerable } from '~/authorisation/unanswerable'
import type { PageHandle } from '~/document/page-handle'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import type { Args } from '~/load-context'
import { requireData } from '~/navigation/guards.server'
import { redirectTo } from '~/navigation/redirect.server'

// A request of an application that came after many others from one client address: a captcha lets it go on.
export const handle: PageHandle = { title: 'begin.title' }

const Begin = z.object({})

const named = ({ params }: Args) => ({ beginning_uid: params.beginning ?? '' })

export const loader = async (args: LoaderFunctionArgs) => {
  const answer = await (await api(args)).openBeginInfo(named(args))
  if (!answer.ok && ['no_such_beginning', 'invalid_input'].includes(answer.code)) return reply(null, { status: 404 })
  const { goes_on_at: goesOn } = await requireData(args, answer)
  // A redirect after the form would be held to the `form-action` of the page, wherever the application is.
  if (goesOn !== null) args.context.goesOnAt = goesOn
  return reply({ goesOn })
}

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Begin)
  if (!form.ok) return form.reply()
  const page = `/login/begin/${named(args).beginning_uid}`
  const answer = await (await api(args)).openBegin(named(args))
  // The page says that it is over.
  return answer.ok || answer.code === 'no_such_beginning' ? redirectTo(args, page) : form.reply(answer)
}

export default function BeginAfterCaptcha() {
  const { t } = useTranslation()
  const data = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Begin>()
  if (!data) return <Unanswerable reason="over" />
  if (data.goesOn === null)
    return <FormPage page={page} title="begin.title" submit="begin.submit" lead={<p>{t('begin.text')}</p>} />
  return (
    <>
      <h1>{t('begin.done')}</h1>
      <p>
        <a className="button" href={data.goesOn}>
          {t('begin.submit')}
        </a>
      </p>
    </>
  )
}
