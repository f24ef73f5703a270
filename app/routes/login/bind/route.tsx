import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { afterBindLogin } from '~/features/platforms/connect-here.server'
import { RememberTick } from '~/features/sign-in/remember-tick'
import { bindLogin } from '~/flows/sign-in/bind-login.server'
import { account, password, tick } from '~/forms/field-schemas'
import { AccountField, PasswordField } from '~/forms/fields/fields'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { visitorRegion } from '~/forms/values/visitor-region.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { platformAccount } from '~/i18n/platforms'
import { api } from '~/runtime/api.server'
import { LinkList } from '~/ui/link-list'

// Sign-in with an unbound third-party identity: by the password of an account, which then gets it.
export const handle: PageHandle = { title: 'bindLogin.title' }

const SignIn = z.object({ account, password, remember: tick })

export const loader = async (args: LoaderFunctionArgs) => {
  const { platform, name } = await bindLogin.require(args, 'account')
  return reply({ platform, name })
}

export const action = async (args: ActionFunctionArgs) => {
  const { profileKey, platform, name, ...step } = await bindLogin.require(args, 'account')
  const form = await readForm(args, SignIn)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const { remember, ...typed } = form.value
  const answer = await client.bindLogin({
    profile_key: profileKey,
    ...typed,
    region: visitorRegion(args),
    need_frozen_user: 1,
  })
  const identity = { profileKey, platform, name }
  return afterBindLogin(args, step, { answer, form, identity, remember })
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
      more={<RememberTick field={page.fields.remember} />}
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
