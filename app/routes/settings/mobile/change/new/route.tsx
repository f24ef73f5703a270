import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { mobilePurpose } from '#contract/purposes'
import { api } from '~/api.server'
import { isOnItsWay, sentFirst } from '~/codes/sent-code.server'
import { BackToSettings } from '~/components/back-to-settings'
import { MobileField } from '~/components/fields'
import { FormPage } from '~/components/form-page'
import type { PageHandle } from '~/document/page-handle'
import { rebindMobile } from '~/flows/rebind-mobile.server'
import { withMobile } from '~/forms/fields'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'

// A change of mobile, step 2 of 3: the new number.
export const handle: PageHandle = { title: 'mobile.change.new_title' }

const New = withMobile({})

export const loader = async (args: LoaderFunctionArgs) => {
  const step = await rebindMobile.require(args, 'new')
  return json({ old: step.old })
}

export const action = async (args: ActionFunctionArgs) => {
  const { old, ticket, ...step } = await rebindMobile.require(args, 'new')
  const form = await readForm(args, New)
  if (!form.ok) return form.reply()
  const { mobile } = form.value
  const client = await api(args)
  const answer = await client.sendCode({ mobile, type: mobilePurpose.changeToNew, verify_ticket: ticket })
  if (isOnItsWay(answer)) return step.goTo('confirm', { old, ticket, mobile: sentFirst(mobile, answer) })
  return answer.code === 'ticket_refused' ? step.restart() : form.reply(answer)
}

export default function NewMobile() {
  const { t } = useTranslation()
  const { old } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof New>()
  return (
    <FormPage
      page={page}
      title="mobile.change.new_title"
      submit="code.send"
      lead={<p>{t('mobile.change.until', { old })}</p>}
      after={<BackToSettings />}
    >
      <MobileField fields={page.fields} label="mobile.change.new_label" />
    </FormPage>
  )
}
