import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { smallCookies } from '~/document/small.server'
import { askToRestore } from '~/features/sign-in/ask-to-restore.server'
import { filledIn, forgottenPath, isKept } from '~/features/sign-in/typed-account'
import { loadTyped } from '~/features/sign-in/typed-account.server'
import { account, password } from '~/forms/field-schemas'
import { AccountField, PasswordField } from '~/forms/fields/fields'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { visitorRegion } from '~/forms/values/visitor-region.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireSignedOut } from '~/navigation/guards/guards.server'
import { redirectAndRotate, redirectTo } from '~/navigation/redirect.server'
import { carrying } from '~/navigation/returning/carrying'
import { returnAddressOf } from '~/navigation/returning/return-address.server'
import { api } from '~/runtime/api.server'
import { keepTypedAccount } from '~/session/typed-account.server'
import { visitor } from '~/session/visitor.server'
import { LinkRows } from '~/ui/link-list'

// Sign-in with a password, for the smallest browsers. The later pages are the ordinary ones, in the frame of small
// pages.
export const handle: PageHandle = { title: 'login.title' }

const SignIn = z.object({ account, password })

export const loader = async (args: LoaderFunctionArgs) => {
  if (!(await visitor(args)).signedIn) return reply({ ...(await requireSignedOut(args)), kept: await loadTyped(args) })
  return redirectTo(args, (await returnAddressOf(args)) ?? '/settings', { cookies: smallCookies(args.request) })
}

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, SignIn)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.accountLoginV2({ ...form.value, region: visitorRegion(args), need_frozen_user: 1 })
  if (answer.ok) return redirectAndRotate(args, (await returnAddressOf(args)) ?? '/settings')
  if (answer.code === 'account_cancelled') return askToRestore(args, answer.data)
  keepTypedAccount(args, form.value.account)
  return form.reply(answer)
}

export default function SmallSignIn() {
  const { kept } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof SignIn>(filledIn('account', kept))
  const isTyped = isKept(page.fields.account, kept)
  return (
    <FormPage
      page={page}
      title="login.title"
      submit="login.submit"
      after={
        <LinkRows
          links={carrying(
            {
              '/login/sms': 'ways.sms',
              '/login/register': 'ways.register',
              [forgottenPath(isTyped, page.fields.account)]: 'login.forgotten',
            },
            isTyped,
          )}
        />
      }
    >
      <AccountField field={page.fields.account} />
      <PasswordField field={page.fields.password} />
    </FormPage>
  )
}
