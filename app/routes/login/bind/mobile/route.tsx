import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { addressAgain } from '~/features/addresses/address-again.server'
import { addressCalls } from '~/features/addresses/address-calls.server'
import { addressForms } from '~/features/addresses/address-form'
import { AddressPage } from '~/features/addresses/address-page'
import { isOnItsWay, sentFirst } from '~/features/codes/sent-code.server'
import { bindLogin } from '~/flows/sign-in/bind-login.server'
import { Agreement } from '~/forms/agreement'
import { readForm } from '~/forms/read-form.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { platformAccount } from '~/i18n/platforms'
import { useIsOpen } from '~/navigation/open-pages/use-open-pages'
import { api } from '~/runtime/api.server'
import { LinkList } from '~/ui/link-list'

// Sign-in with an unbound third-party identity by a mobile, with or without an account: the number.
export const handle: PageHandle = { title: 'bindLogin.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  const { platform, name } = await bindLogin.require(args, 'mobile')
  return reply({ platform, name, typed: await addressAgain(args, bindLogin) })
}

export const action = async (args: ActionFunctionArgs) => {
  const { profileKey, platform, name, ...step } = await bindLogin.require(args, 'mobile')
  const form = await readForm(args, addressForms.mobile)
  if (!form.ok) return form.reply()
  const { to } = form.value
  const answer = await addressCalls.mobile(await api(args)).sendCode('login', { to })
  if (!isOnItsWay(answer)) return form.reply(answer)
  return step.goTo('code', { profileKey, platform, name, code: sentFirst(to, answer) })
}

export default function BindMobile() {
  const { t, i18n } = useTranslation()
  const { platform, name, typed } = useLoaderData<typeof loader>()
  const mayRegister = useIsOpen()('/login/register')
  return (
    <AddressPage
      kind="mobile"
      title="bindLogin.title"
      typed={typed}
      lead={
        <>
          <p>
            {t(mayRegister ? 'bindLogin.mobile_text' : 'bindLogin.mobile_text_only', {
              identity: platformAccount(i18n.language, platform, name),
            })}
          </p>
          {mayRegister && <Agreement />}
        </>
      }
      after={<LinkList title="bindLogin.other" links={{ '/login/bind': 'ways.password' }} />}
    />
  )
}
