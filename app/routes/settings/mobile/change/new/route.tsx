import { useTranslation } from 'react-i18next'
import { mobilePurpose } from '#contract/purposes'
import { api } from '~/api.server'
import { isOnItsWay, sentFirst } from '~/codes/sent-code.server'
import type { PageHandle } from '~/document/page-handle'
import { rebindMobile } from '~/flows/rebind-mobile.server'
import { withMobile } from '~/forms/field-schemas'
import { MobileField } from '~/forms/fields'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { BackToSettings } from '~/ui/back-to-settings'

// A change of mobile, step 2 of 3: the new number.
export const handle: PageHandle = { title: 'mobile.change.new_title' }

const New = withMobile({})

export const loader = async (args: LoaderFunctionArgs) => {
  const step = await rebindMobile.require(args, 'new')
  return reply({ old: step.old })
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
