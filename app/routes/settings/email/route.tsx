import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { emailPurpose } from '#contract/purposes'
import { api } from '~/api.server'
import { isOnItsWay, sentFirst } from '~/codes/sent-code.server'
import type { PageHandle } from '~/document/page-handle'
import { bindEmail } from '~/flows/bind-email.server'
import { email } from '~/forms/field-schemas'
import { EmailField } from '~/forms/fields'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash.server'
import { requireData, requireSignedIn } from '~/navigation/guards.server'
import { BackToSettings } from '~/ui/back-to-settings'
import { FlashMessage } from '~/ui/flash-message'
import { LinkList } from '~/ui/link-list'
import { SummaryList } from '~/ui/summary-list'

// The email of the account, and what can be done with it. Where there is none, or one that was never proven, binding one
// begins here.
export const handle: PageHandle = { title: 'email.title' }

const Bind = z.object({ email })

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const client = await api(args)
  const { email, email_verified: isProven } = await requireData(args, await client.accountInfo({}))
  return reply({ email, isProven, notice: flashOf(args.request) })
}

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Bind)
  if (!form.ok) return form.reply()
  const { email } = form.value
  const client = await api(args)
  const answer = await client.sendEmailCode({ email, type: emailPurpose.bind })
  if (!isOnItsWay(answer)) return form.reply(answer)
  return bindEmail.begin(args, 'code', { email: sentFirst(email, answer) })
}

export default function Email() {
  const { t } = useTranslation()
  const { email, isProven, notice } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Bind>()
  if (email !== null && isProven)
    return (
      <>
        <h1>{t('email.title')}</h1>
        <FlashMessage notice={notice} />
        <SummaryList facts={{ 'email.now': email }} />
        <LinkList
          title="email.ways"
          links={{
            '/settings/email/change': 'email.change.link',
            '/settings/email/remove': 'email.remove.link',
          }}
        />
        <BackToSettings />
      </>
    )
  return (
    <FormPage
      page={page}
      title="email.title"
      submit="code.send"
      lead={
        <>
          <FlashMessage notice={notice} />
          <p>{email === null ? t('email.why') : t('email.unproven', { email })}</p>
        </>
      }
      after={<BackToSettings />}
    >
      <EmailField field={page.fields.email} />
    </FormPage>
  )
}
