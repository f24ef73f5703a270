import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { api } from '~/api.server'
import { AccountField, PasswordField } from '~/components/fields'
import { ForgottenLink } from '~/components/forgotten-link'
import { FormPage } from '~/components/form-page'
import { PageNotice } from '~/components/page-notice'
import { Ways } from '~/components/ways'
import type { PageHandle } from '~/document/page-handle'
import { askToRestore } from '~/flows/restore-account.server'
import { startOfSignIn } from '~/flows/start.server'
import { account, password } from '~/forms/fields'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { arrive, safeNext } from '~/session/leave.server'

// Sign-in with a password.
export const handle: PageHandle = { title: 'login.title', remembered: true }

const SignIn = z.object({ account, password })

export const loader = async (args: LoaderFunctionArgs) => json(await startOfSignIn(args))

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, SignIn)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.accountLoginV2(form.value)
  if (answer.ok) return arrive(args, safeNext(args.request) ?? '/settings')
  return answer.code === 'account_cancelled' ? askToRestore(args, answer.data) : form.reply(answer)
}

export default function PasswordSignIn() {
  const { notice } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof SignIn>()
  return (
    <FormPage
      page={page}
      title="login.title"
      submit="login.submit"
      lead={<PageNotice notice={notice} />}
      after={
        <>
          <ForgottenLink path="/account-help/password" text="login.forgotten" />
          <Ways title="ways.sign_in" ways={{ '/login/sms': 'ways.sms', '/login/email': 'ways.email_code' }} />
          <Ways title="ways.no_account" ways={{ '/login/register': 'ways.register' }} />
          <Ways title="ways.trouble" ways={{ '/account-help': 'ways.help' }} />
        </>
      }
    >
      <AccountField field={page.fields.account} />
      <PasswordField field={page.fields.password} />
    </FormPage>
  )
}
