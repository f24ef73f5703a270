import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '~/api.server'
import type { PageHandle } from '~/document/page-handle'
import { bindEmail } from '~/flows/bind-email.server'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireData } from '~/navigation/guards.server'
import { BackToSettings } from '~/ui/back-to-settings'
import { LinkList } from '~/ui/link-list'

// Binding an email, step 3: the address was proven, and another account holds it.
export const handle: PageHandle = { title: 'email.switch.title' }

const Switch = z.object({})

export const loader = async (args: LoaderFunctionArgs) => {
  const step = await bindEmail.require(args, 'switch')
  return reply({ email: step.email })
}

export const action = async (args: ActionFunctionArgs) => {
  const step = await bindEmail.require(args, 'switch')
  const form = await readForm(args, Switch)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.switchBind({ email: step.email, ticket: step.ticket })
  if (answer.ok) return step.finish()
  if (answer.code !== 'already_bound' && answer.code !== 'ticket_refused') return form.reply(answer)
  const { email_verified } = await requireData(args, await client.accountInfo({}))
  if (!email_verified) return step.restart()
  // The second of two clicks, or another page, was there first.
  return step.abandon({ path: '/settings/email', notice: 'settled_before' })
}

export default function SwitchEmail() {
  const { t } = useTranslation()
  const { email } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Switch>()
  return (
    <FormPage
      page={page}
      title="email.switch.title"
      submit="email.switch.submit"
      lead={
        <>
          <p>{t('email.switch.proven', { email })}</p>
          <p>{t('email.switch.means')}</p>
        </>
      }
      after={
        <>
          <LinkList title="email.switch.otherwise" links={{ '/settings/email': 'ways.other_address' }} />
          <BackToSettings />
        </>
      }
    />
  )
}
