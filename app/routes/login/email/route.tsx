import { z } from 'zod'
import { emailPurpose } from '#contract/purposes'
import { api } from '~/api.server'
import { isOnItsWay, sentFirst } from '~/codes/sent-code.server'
import type { PageHandle } from '~/document/page-handle'
import { emailSignIn } from '~/flows/email-sign-in.server'
import { email } from '~/forms/field-schemas'
import { EmailField } from '~/forms/fields'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireSignedOut } from '~/navigation/guards.server'
import { FlashMessage } from '~/ui/flash-message'
import { LinkList } from '~/ui/link-list'

// Sign-in with a code by email, step 1: the address.
export const handle: PageHandle = { title: 'login.email.title', remembered: true }

const Start = z.object({ email })

export const loader = async (args: LoaderFunctionArgs) => reply(await requireSignedOut(args))

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Start)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.sendEmailCode({ email: form.value.email, type: emailPurpose.login })
  if (!isOnItsWay(answer)) return form.reply(answer)
  return emailSignIn.begin(args, 'code', { email: sentFirst(form.value.email, answer) })
}

export default function EmailSignIn() {
  const { notice } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Start>()
  return (
    <FormPage
      page={page}
      title="login.email.title"
      submit="code.send"
      lead={<FlashMessage notice={notice} />}
      after={
        <>
          <LinkList
            title="ways.sign_in"
            links={{ '/login/email/password': 'ways.email_password', '/login/sms': 'ways.sms' }}
          />
          <LinkList title="ways.no_account" links={{ '/login/register/email': 'ways.register_email' }} />
          <LinkList title="ways.trouble" links={{ '/account-help': 'ways.help' }} />
        </>
      }
    >
      <EmailField field={page.fields.email} />
    </FormPage>
  )
}
