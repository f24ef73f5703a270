import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { emailPurpose } from '#contract/purposes'
import { api } from '~/api.server'
import { isOnItsWay, sentFirst } from '~/codes/sent-code.server'
import type { PageHandle } from '~/document/page-handle'
import { emailReset } from '~/flows/password-reset.server'
import { email } from '~/forms/field-schemas'
import { EmailField } from '~/forms/fields'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash.server'
import { FlashMessage } from '~/ui/flash-message'
import { LinkList } from '~/ui/link-list'

// A forgotten password, step 1: the email. Who is signed in may have forgotten theirs too.
export const handle: PageHandle = { title: 'reset.email_title', remembered: true }

const Start = z.object({ email })

export const loader = ({ request }: LoaderFunctionArgs) => reply({ notice: flashOf(request) })

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Start)
  if (!form.ok) return form.reply()
  const { email } = form.value
  const client = await api(args)
  const answer = await client.sendEmailCode({ email, type: emailPurpose.resetPassword })
  if (!isOnItsWay(answer)) return form.reply(answer)
  return emailReset.begin(args, 'code', { email: sentFirst(email, answer) })
}

export default function ResetByEmail() {
  const { t } = useTranslation()
  const { notice } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Start>()
  return (
    <FormPage
      page={page}
      title="reset.email_title"
      submit="code.send"
      lead={
        <>
          <FlashMessage notice={notice} />
          <p>{t('reset.by_email')}</p>
        </>
      }
      after={
        <LinkList
          title="reset.otherwise"
          links={{ '/account-help/password': 'reset.use_mobile', '/login': 'reset.remembered' }}
        />
      }
    >
      <EmailField field={page.fields.email} />
    </FormPage>
  )
}
