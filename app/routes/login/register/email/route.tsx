import { z } from 'zod'
import { emailPurpose } from '#contract/purposes'
import { api } from '~/api.server'
import { isOnItsWay, sentFirst } from '~/codes/sent-code.server'
import type { PageHandle } from '~/document/page-handle'
import { registerEmail } from '~/flows/register-email.server'
import { email } from '~/forms/field-schemas'
import { EmailField } from '~/forms/fields'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireSignedOut } from '~/navigation/guards.server'
import { FlashMessage } from '~/ui/flash-message'
import { LinkList } from '~/ui/link-list'

// Registration with an email, step 1: the address.
export const handle: PageHandle = { title: 'register.email.title', remembered: true }

const Start = z.object({ email })

export const loader = async (args: LoaderFunctionArgs) => reply(await requireSignedOut(args))

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Start)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.sendEmailCode({ email: form.value.email, type: emailPurpose.register })
  if (!isOnItsWay(answer)) return form.reply(answer)
  return registerEmail.begin(args, 'code', { email: sentFirst(form.value.email, answer) })
}

export default function RegisterEmail() {
  const { notice } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Start>()
  return (
    <FormPage
      page={page}
      title="register.email.title"
      submit="code.send"
      lead={<FlashMessage notice={notice} />}
      after={
        <>
          <LinkList
            title="ways.register_otherwise"
            links={{ '/login/register': 'ways.by_mobile', '/login/register/both': 'ways.by_both' }}
          />
          <LinkList title="ways.have_account" links={{ '/login': 'ways.to_sign_in' }} />
        </>
      }
    >
      <EmailField field={page.fields.email} />
    </FormPage>
  )
}
