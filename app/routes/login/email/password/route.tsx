import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { api } from '~/api.server'
import { EmailField, PasswordField } from '~/components/fields'
import { ForgottenLink } from '~/components/forgotten-link'
import { FormPage } from '~/components/form-page'
import { PageNotice } from '~/components/page-notice'
import { Ways } from '~/components/ways'
import type { PageHandle } from '~/document/page-handle'
import { askToRestore } from '~/flows/restore-account.server'
import { startOfSignIn } from '~/flows/start.server'
import { email, password } from '~/forms/fields'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { arrive, safeNext } from '~/session/leave.server'

// Sign-in with an email and a password.
export const handle: PageHandle = { title: 'login.email_password.title', remembered: true }

const SignIn = z.object({ email, password })

export const loader = async (args: LoaderFunctionArgs) => json(await startOfSignIn(args))

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, SignIn)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.emailLogin(form.value)
  if (answer.ok) return arrive(args, safeNext(args.request) ?? '/settings')
  return answer.code === 'account_cancelled' ? askToRestore(args, answer.data) : form.reply(answer)
}

export default function EmailPasswordSignIn() {
  const { notice } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof SignIn>()
  return (
    <FormPage
      page={page}
      title="login.email_password.title"
      submit="login.submit"
      lead={<PageNotice notice={notice} />}
      after={
        <>
          <ForgottenLink path="/account-help/password" text="login.forgotten" />
          <Ways title="ways.sign_in" ways={{ '/login/email': 'ways.email_code', '/login/sms': 'ways.sms' }} />
          <Ways title="ways.no_account" ways={{ '/login/register/email': 'ways.register_email' }} />
          <Ways title="ways.trouble" ways={{ '/account-help': 'ways.help' }} />
        </>
      }
    >
      <EmailField field={page.fields.email} autoComplete="username" />
      <PasswordField field={page.fields.password} />
    </FormPage>
  )
}
