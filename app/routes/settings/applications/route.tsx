import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { aid } from '#contract/terms/fields'
import type { PageHandle } from '~/document/page-handle'
import { ErrorSummary } from '~/forms/error-summary'
import { readForm } from '~/forms/read-form.server'
import { readPosted } from '~/forms/reading/posted-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireData, requireSignedIn } from '~/navigation/guards/guards.server'
import { allowLeavingTo, leaveTo } from '~/navigation/returning/leave.server'
import { api } from '~/runtime/api.server'
import { FormToken } from '~/session/form-token'
import { BackToSettings } from '~/ui/back-to-settings'
import { Button } from '~/ui/button'

// The operator's other applications. Each has a form that leads there with a share ticket.
export const handle: PageHandle = { title: 'share.applications.title', ownForms: true }

const Continue = z.object({ to_aid: aid })

/** The other applications. The forms of this page may lead to them. */
const siblings = async (args: LoaderFunctionArgs) => {
  const client = await api(args)
  const { applications } = await requireData(args, await client.siblingApplications({}))
  for (const { url } of applications) allowLeavingTo(args, url)
  return applications
}

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const applications = await siblings(args)
  return reply({ applications: applications.map(({ aid, name }) => ({ aid, name })) })
}

export const action = async (args: ActionFunctionArgs) => {
  // A step-up instead of this page leads there, too. It is shown without the page's loader.
  if ((await readPosted(args)).state === 'trusted') await siblings(args)
  const form = await readForm(args, Continue)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.shareTicket(form.value)
  return answer.ok ? leaveTo(args, answer.data.url) : form.reply(answer)
}

export default function OtherApplications() {
  const { t } = useTranslation()
  const { applications } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Continue>()
  return (
    <>
      <ErrorSummary {...page} />
      <h1>{t('share.applications.title')}</h1>
      <p>{t(applications.length === 0 ? 'share.applications.none' : 'share.applications.text')}</p>
      {applications.length > 0 && (
        <ul className="rows">
          {applications.map(({ aid, name }) => (
            <li key={aid}>
              <form method="post" className="row-button">
                <FormToken />
                <input type="hidden" name="to_aid" value={aid} />
                <Button text="share.applications.go_on" values={{ name }} quiet />
              </form>
            </li>
          ))}
        </ul>
      )}
      <BackToSettings />
    </>
  )
}
