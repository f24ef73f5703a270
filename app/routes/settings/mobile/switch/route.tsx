import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '~/api.server'
import type { PageHandle } from '~/document/page-handle'
import { bindMobile } from '~/flows/bind-mobile.server'
import { FormPage } from '~/forms/form-page'
import { spacedMobile } from '~/forms/mobile-number'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireData } from '~/navigation/guards.server'
import { BackToSettings } from '~/ui/back-to-settings'
import { LinkList } from '~/ui/link-list'

// Binding a mobile, step 3: the number was proven, and another account holds it.
export const handle: PageHandle = { title: 'mobile.switch.title' }

const Switch = z.object({})

export const loader = async (args: LoaderFunctionArgs) => {
  const step = await bindMobile.require(args, 'switch')
  return reply({ mobile: spacedMobile(step.mobile) })
}

export const action = async (args: ActionFunctionArgs) => {
  const step = await bindMobile.require(args, 'switch')
  const form = await readForm(args, Switch)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.switchBind({ mobile: step.mobile, ticket: step.ticket })
  if (answer.ok) return step.finish()
  if (answer.code !== 'already_bound' && answer.code !== 'ticket_refused') return form.reply(answer)
  const { mobile } = await requireData(args, await client.accountInfo({}))
  if (mobile === null) return step.restart()
  // The second of two clicks, or another page, was there first.
  return step.abandon({ path: '/settings/mobile', notice: 'settled_before' })
}

export default function SwitchMobile() {
  const { t } = useTranslation()
  const { mobile } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Switch>()
  return (
    <FormPage
      page={page}
      title="mobile.switch.title"
      submit="mobile.switch.submit"
      lead={
        <>
          <p>{t('mobile.switch.proven', { mobile })}</p>
          <p>{t('mobile.switch.means')}</p>
        </>
      }
      after={
        <>
          <LinkList title="mobile.switch.otherwise" links={{ '/settings/mobile': 'ways.other_number' }} />
          <BackToSettings />
        </>
      }
    />
  )
}
