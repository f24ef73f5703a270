import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { askToRestore } from '~/features/sign-in/ask-to-restore.server'
import { RememberTick } from '~/features/sign-in/remember-tick'
import { rememberHere } from '~/features/sign-in/remembered-account.server'
import { filledIn, isKept } from '~/features/sign-in/typed-account'
import { loadTyped } from '~/features/sign-in/typed-account.server'
import { email, password, tick } from '~/forms/field-schemas'
import { EmailField, PasswordField } from '~/forms/fields/fields'
import { ForgottenLink } from '~/forms/forgotten-link'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireSignedOut } from '~/navigation/guards/guards.server'
import { redirectAndRotate } from '~/navigation/redirect.server'
import { carriedTo, carrying } from '~/navigation/returning/carrying'
import { returnAddressOf } from '~/navigation/returning/return-address.server'
import { api } from '~/runtime/api.server'
import { keepTypedAccount } from '~/session/typed-account.server'
import { LinkList } from '~/ui/link-list'

// Sign-in with an email and a password.
export const handle: PageHandle = { title: 'login.email_password.title', remembered: true }

const SignIn = z.object({ email, password, remember: tick })

export const loader = async (args: LoaderFunctionArgs) =>
  reply({ ...(await requireSignedOut(args)), kept: await loadTyped(args) })

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, SignIn)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const { remember, ...typed } = form.value
  const answer = await client.emailLogin({ ...typed, need_frozen_user: 1 })
  if (answer.ok) {
    if (remember) await rememberHere(args, answer.data.user_id)
    return redirectAndRotate(args, (await returnAddressOf(args)) ?? '/settings')
  }
  if (answer.code === 'account_cancelled') return askToRestore(args, answer.data)
  keepTypedAccount(args, typed.email)
  return form.reply(answer)
}

export default function EmailPasswordSignIn() {
  const { notice, kept } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof SignIn>(filledIn('email', kept))
  const isTyped = isKept(page.fields.email, kept)
  return (
    <FormPage
      page={page}
      title="login.email_password.title"
      submit="login.submit"
      notice={notice}
      more={<RememberTick field={page.fields.remember} />}
      help={<ForgottenLink path={carriedTo('/account-help/password/email', isTyped)} text="login.forgotten" />}
      after={
        <>
          <LinkList
            title="ways.sign_in"
            links={carrying({ '/login/email': 'ways.email_code', '/login/sms': 'ways.sms' }, isTyped)}
          />
          <LinkList
            title="ways.no_account"
            links={carrying({ '/login/register/email': 'ways.register_email' }, isTyped)}
          />
          <LinkList title="ways.trouble" links={{ '/account-help': 'ways.help' }} />
        </>
      }
    >
      <EmailField field={page.fields.email} autoComplete="username" />
      <PasswordField field={page.fields.password} />
    </FormPage>
  )
}
