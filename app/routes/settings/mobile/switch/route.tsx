import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '~/api.server'
import { BackToSettings } from '~/components/back-to-settings'
import { FormPage } from '~/components/form-page'
import { Ways } from '~/components/ways'
import type { PageHandle } from '~/document/page-handle'
import { bindMobile } from '~/flows/bind-mobile.server'
import { loaded } from '~/flows/signed-in.server'
import { spacedMobile } from '~/forms/mobile-number'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'

// Binding a mobile, step 3: the number was proven, and another account holds it.
export const handle: PageHandle = { title: 'mobile.switch.title' }

const Switch = z.object({})

export const loader = async (args: LoaderFunctionArgs) => {
  const step = await bindMobile.require(args, 'switch')
  return json({ mobile: spacedMobile(step.mobile) })
}

export const action = async (args: ActionFunctionArgs) => {
  const step = await bindMobile.require(args, 'switch')
  const form = await readForm(args, Switch)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.switchBind({ mobile: step.mobile, ticket: step.ticket })
  if (answer.ok) return step.finish()
  if (answer.code !== 'already_bound' && answer.code !== 'ticket_refused') return form.reply(answer)
  const { mobile } = await loaded(args, await client.accountInfo({}))
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
          <Ways title="mobile.switch.otherwise" ways={{ '/settings/mobile': 'ways.other_number' }} />
          <BackToSettings />
        </>
      }
    />
  )
}
