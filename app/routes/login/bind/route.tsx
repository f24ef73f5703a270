import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '~/api.server'
import type { PageHandle } from '~/document/page-handle'
import { bindLogin } from '~/flows/bind-login.server'
import { account, password } from '~/forms/field-schemas'
import { AccountField, PasswordField } from '~/forms/fields'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { platformAccount } from '~/i18n/platforms'
import type { Destination } from '~/navigation/flash.server'
import { askToRestore } from '~/sign-in/ask-to-restore.server'
import { LinkList } from '~/ui/link-list'

// Sign-in with a third-party identity that no account has: by the password of an account, which then gets it.
export const handle: PageHandle = { title: 'bindLogin.title' }

const SignIn = z.object({ account, password })

/** Where somebody ends who is signed in, but whose identity was not bound. */
const notConnected: Destination = { path: '/settings', notice: 'platform_not_connected' }

export const loader = async (args: LoaderFunctionArgs) => {
  const { platform, name } = await bindLogin.require(args, 'account')
  return reply({ platform, name })
}

export const action = async (args: ActionFunctionArgs) => {
  const { profileKey, ...step } = await bindLogin.require(args, 'account')
  const form = await readForm(args, SignIn)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.bindLogin({ profile_key: profileKey, ...form.value })
  if (answer.ok) return step.finish(answer.data.bound ? undefined : notConnected)
  if (answer.code === 'ticket_refused') return step.restart()
  return answer.code === 'account_cancelled' ? askToRestore(args, answer.data) : form.reply(answer)
}

export default function BindLogin() {
  const { t, i18n } = useTranslation()
  const { platform, name } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof SignIn>()
  const identity = platformAccount(i18n.language, platform, name)
  return (
    <FormPage
      page={page}
      title="bindLogin.title"
      submit="bindLogin.submit"
      lead={<p>{t('bindLogin.text', { identity })}</p>}
      after={
        <>
          <LinkList title="bindLogin.other" links={{ '/login/bind/mobile': 'bindLogin.by_mobile' }} />
          <LinkList title="ways.sign_in" links={{ '/login': 'bindLogin.without' }} />
        </>
      }
    >
      <AccountField field={page.fields.account} />
      <PasswordField field={page.fields.password} />
    </FormPage>
  )
}
