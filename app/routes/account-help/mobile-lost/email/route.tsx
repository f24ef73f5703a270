import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { emailPurpose } from '#contract/purposes'
import { api } from '~/api.server'
import { isOnItsWay, sentFirst } from '~/codes/sent-code.server'
import type { PageHandle } from '~/document/page-handle'
import { lostMobileByEmail } from '~/flows/lost-mobile.server'
import { email } from '~/forms/field-schemas'
import { EmailField } from '~/forms/fields'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash.server'
import { FlashMessage } from '~/ui/flash-message'
import { LinkList } from '~/ui/link-list'

// The mobile is lost, proven by email, step 1: the address.
export const handle: PageHandle = { title: 'lost.email.title', remembered: true }

const Start = z.object({ email })

export const loader = ({ request }: LoaderFunctionArgs) => reply({ notice: flashOf(request) })

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Start)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.sendEmailCode({ email: form.value.email, type: emailPurpose.notSignedIn })
  if (!isOnItsWay(answer)) return form.reply(answer)
  return lostMobileByEmail.begin(args, 'code', { email: sentFirst(form.value.email, answer) })
}

export default function LostMobileByEmail() {
  const { t } = useTranslation()
  const { notice } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Start>()
  return (
    <FormPage
      page={page}
      title="lost.email.title"
      submit="code.send"
      lead={
        <>
          <FlashMessage notice={notice} />
          <p>{t('lost.email.text')}</p>
        </>
      }
      after={
        <LinkList title="lost.email.otherwise" links={{ '/account-help/mobile-lost/password': 'lost.by_password' }} />
      }
    >
      <EmailField field={page.fields.email} />
    </FormPage>
  )
}
