import { z } from 'zod'
import { api } from '~/api.server'
import type { PageHandle } from '~/document/page-handle'
import { account, password } from '~/forms/field-schemas'
import { AccountField, PasswordField } from '~/forms/fields'
import { ForgottenLink } from '~/forms/forgotten-link'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireSignedOut } from '~/navigation/guards.server'
import { redirectAndRotate } from '~/navigation/redirect.server'
import { returnAddressOf } from '~/navigation/return-address.server'
import { askToRestore } from '~/sign-in/ask-to-restore.server'
import { serviceIn } from '~/sso/asked-service.server'
import { toService } from '~/sso/to-service.server'
import { FlashMessage } from '~/ui/flash-message'
import { LinkList } from '~/ui/link-list'

// Sign-in with a password.
export const handle: PageHandle = { title: 'login.title', remembered: true }

const SignIn = z.object({ account, password })

export const loader = async (args: LoaderFunctionArgs) => {
  if (serviceIn(args.request) !== '') throw await toService(args)
  return reply(await requireSignedOut(args))
}

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, SignIn)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.accountLoginV2(form.value)
  if (answer.ok) return redirectAndRotate(args, (await returnAddressOf(args)) ?? '/settings')
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
      lead={<FlashMessage notice={notice} />}
      after={
        <>
          <ForgottenLink path="/account-help/password" text="login.forgotten" />
          <LinkList
            title="ways.sign_in"
            links={{ '/login/sms': 'ways.sms', '/login/email': 'ways.email_code', '/login/qr': 'ways.qr' }}
          />
          <LinkList title="ways.no_account" links={{ '/login/register': 'ways.register' }} />
          <LinkList title="ways.trouble" links={{ '/account-help': 'ways.help' }} />
        </>
      }
    >
      <AccountField field={page.fields.account} />
      <PasswordField field={page.fields.password} />
    </FormPage>
  )
}
