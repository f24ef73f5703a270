import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { Unanswerable } from '~/features/authorisation/unanswerable'
import { buttonAction } from '~/forms/form-action.server'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireData } from '~/navigation/guards/guards.server'
import { replyOver } from '~/navigation/reply-over'
import { api } from '~/runtime/api.server'
import type { Args } from '~/runtime/load-context'

// A request of an application whose client address has made many: it continues after a captcha.
export const handle: PageHandle = { title: 'begin.title' }

const named = ({ params }: Args) => ({ beginning_uid: params.beginning ?? '' })

export const loader = async (args: LoaderFunctionArgs) => {
  const answer = await (await api(args)).openBeginInfo(named(args))
  if (!answer.ok && ['no_such_beginning', 'invalid_input'].includes(answer.code))
    return replyOver(args, 'authorise.over.title', null)
  const { goes_on_at: goesOn } = await requireData(args, answer)
  // The `form-action` of the page would apply to a redirect after the form, and the application may be anywhere.
  if (goesOn !== null) args.context.goesOnAt = goesOn
  return reply({ goesOn })
}

const pageOf = (args: Args) => `/login/begin/${named(args).beginning_uid}`

export const action = buttonAction({
  call: (client, _, args) => client.openBegin(named(args)),
  done: pageOf,
  // The page says that it has ended.
  otherwise: ({ code }, args) => (code === 'no_such_beginning' ? pageOf(args) : undefined),
})

export default function BeginAfterCaptcha() {
  const { t } = useTranslation()
  const data = useLoaderData<typeof loader>()
  const page = usePageForm()
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
