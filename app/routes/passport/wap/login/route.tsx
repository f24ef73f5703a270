import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { smallCookies } from '~/document/small.server'
import { askToRestore } from '~/features/sign-in/ask-to-restore.server'
import { account, password } from '~/forms/field-schemas'
import { AccountField, PasswordField } from '~/forms/fields/fields'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { visitorRegion } from '~/forms/values/visitor-region.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply } from '~/framework'
import { requireSignedOut } from '~/navigation/guards.server'
import { redirectAndRotate, redirectTo } from '~/navigation/redirect.server'
import { returnAddressOf } from '~/navigation/return-address.server'
import { api } from '~/runtime/api.server'
import { visitor } from '~/session/visitor.server'
import { LinkRows } from '~/ui/link-list'

// Sign-in with a password, for the smallest browsers. The pages after it are those of everybody, in its small frame.
export const handle: PageHandle = { title: 'login.title' }

const SignIn = z.object({ account, password })

export const loader = async (args: LoaderFunctionArgs) => {
  if (!(await visitor(args)).signedIn) return reply(await requireSignedOut(args))
  return redirectTo(args, (await returnAddressOf(args)) ?? '/settings', { cookies: smallCookies(args.request) })
}

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, SignIn)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.accountLoginV2({ ...form.value, region: visitorRegion(args), need_frozen_user: 1 })
  if (answer.ok) return redirectAndRotate(args, (await returnAddressOf(args)) ?? '/settings')
  return answer.code === 'account_cancelled' ? askToRestore(args, answer.data) : form.reply(answer)
}

export default function SmallSignIn() {
  const page = usePageForm<typeof SignIn>()
  return (
    <FormPage
      page={page}
      title="login.title"
      submit="login.submit"
      after={
        <LinkRows
          links={{
            '/login/sms': 'ways.sms',
            '/login/register': 'ways.register',
            '/account-help/password': 'login.forgotten',
          }}
        />
      }
    >
      <AccountField field={page.fields.account} />
      <PasswordField field={page.fields.password} />
    </FormPage>
  )
}
