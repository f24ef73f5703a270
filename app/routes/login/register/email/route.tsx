import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { emailPurpose } from '#contract/purposes'
import { api } from '~/api.server'
import { isOnItsWay, sentFirst } from '~/codes/sent-code.server'
import { EmailField } from '~/components/fields'
import { FormPage } from '~/components/form-page'
import { PageNotice } from '~/components/page-notice'
import { Ways } from '~/components/ways'
import type { PageHandle } from '~/document/page-handle'
import { registerEmail } from '~/flows/register-email.server'
import { startOfSignIn } from '~/flows/start.server'
import { email } from '~/forms/fields'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'

// Registration with an email, step 1: the address.
export const handle: PageHandle = { title: 'register.email.title', remembered: true }

const Start = z.object({ email })

export const loader = async (args: LoaderFunctionArgs) => json(await startOfSignIn(args))

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
      lead={<PageNotice notice={notice} />}
      after={
        <>
          <Ways
            title="ways.register_otherwise"
            ways={{ '/login/register': 'ways.by_mobile', '/login/register/both': 'ways.by_both' }}
          />
          <Ways title="ways.have_account" ways={{ '/login': 'ways.to_sign_in' }} />
        </>
      }
    >
      <EmailField field={page.fields.email} />
    </FormPage>
  )
}
