import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { askToRestore } from '~/features/sign-in/ask-to-restore.server'
import { lostMobileByPassword } from '~/flows/accounts/lost-mobile.server'
import { WithoutAddressField } from '~/forms/fields/without-address-field'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireData } from '~/navigation/guards/guards.server'
import { NoMobile } from '~/routes/account-help/mobile-lost/no-mobile'
import { api } from '~/runtime/api.server'
import { LinkList } from '~/ui/link-list'

// Removing a lost mobile with the password, step 2: the effects, their time, and who is notified.
export const handle: PageHandle = { title: 'lost.held.title' }

const Hold = z.object({ without_address: z.literal('1').optional() })

export const loader = async (args: LoaderFunctionArgs) => {
  const step = await lostMobileByPassword.require(args, 'held')
  const client = await api(args)
  const answer = await client.unusableMobileCheck({ ticket: step.ticket })
  if (!answer.ok && answer.code === 'ticket_refused') throw await step.restart()
  return reply(await requireData(args, answer))
}

export const action = async (args: ActionFunctionArgs) => {
  const step = await lostMobileByPassword.require(args, 'held')
  const form = await readForm(args, Hold)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const without_address = form.value.without_address ? 1 : 0
  const answer = await client.unbindUnusableMobile({ ticket: step.ticket, without_address })
  if (answer.ok)
    return step.goTo('asked', { takesEffectAt: answer.data.takes_effect_at, timeZone: answer.data.time_zone })
  if (answer.code === 'account_cancelled') return askToRestore(args, answer.data)
  return answer.code === 'ticket_refused' ? step.restart() : form.reply(answer)
}

export default function HoldLostMobile() {
  const { t } = useTranslation()
  const { mobile, email, hold_hours: hours, username_left: username } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Hold>()
  if (mobile === null) return <NoMobile />
  return (
    <FormPage
      page={page}
      title="lost.held.title"
      submit="lost.held.submit"
      safe={{ path: '/account-help', text: 'pendingChange.mobile.stop' }}
      lead={
        <>
          <p>{t('lost.held.text', { mobile, hours })}</p>
          <p>{t(email ? 'lost.held.told_both' : 'lost.held.told_mobile', { mobile, email })}</p>
          <p>{t('lost.held.stops')}</p>
        </>
      }
      after={
        email && (
          <LinkList
            title="lost.held.faster"
            values={{ email }}
            links={{ '/account-help/mobile-lost/email': 'lost.by_email' }}
          />
        )
      }
    >
      {username !== null && <WithoutAddressField field={page.fields.without_address} username={username} />}
    </FormPage>
  )
}
