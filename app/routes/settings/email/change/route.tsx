import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { emailPurpose } from '#contract/purposes'
import { api } from '~/api.server'
import { isOnItsWay, sentFirst } from '~/codes/sent-code.server'
import type { PageHandle } from '~/document/page-handle'
import { rebindEmail } from '~/flows/rebind-email.server'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash.server'
import { requireData, requireSignedIn } from '~/navigation/guards.server'
import { redirectTo } from '~/navigation/redirect.server'
import type { Args } from '~/session/visitor.server'
import { BackToSettings } from '~/ui/back-to-settings'
import { FlashMessage } from '~/ui/flash-message'
import { LinkList } from '~/ui/link-list'

// A change of email begins: a code to the address that is bound.
export const handle: PageHandle = { title: 'email.change.title' }

const Change = z.object({})

/** The address that is bound, masked; without one, or one that was never proven, there is nothing to change. */
const boundEmail = async (args: Args): Promise<string> => {
  const client = await api(args)
  const { email, email_verified } = await requireData(args, await client.accountInfo({}))
  if (email === null || !email_verified) throw await redirectTo(args, '/settings/email')
  return email
}

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  return reply({ email: await boundEmail(args), notice: flashOf(args.request) })
}

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Change)
  if (!form.ok) return form.reply()
  const email = await boundEmail(args)
  const client = await api(args)
  const answer = await client.sendEmailCode({ type: emailPurpose.verifyOld })
  if (!isOnItsWay(answer)) return form.reply(answer)
  return rebindEmail.begin(args, 'old', { email: sentFirst(email, answer) })
}

export default function ChangeEmail() {
  const { t } = useTranslation()
  const { email, notice } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Change>()
  return (
    <FormPage
      page={page}
      title="email.change.title"
      submit="code.send"
      lead={
        <>
          <FlashMessage notice={notice} />
          <p>{t('email.change.first', { email })}</p>
        </>
      }
      after={
        <>
          <LinkList title="email.change.no_email" links={{ '/settings/email/remove': 'email.change.remove_first' }} />
          <BackToSettings />
        </>
      }
    />
  )
}
