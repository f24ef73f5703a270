import type { PageHandle } from '~/document/page-handle'
import { registerAddress } from '~/flows/register.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from '~/framework'
import { loadRegisterCode, registerByCode } from '../register-by-code.server'
import { RegisterCodePage } from '../register-code-page'

// Registration with a mobile, step 2: the code and an optional password.
export const handle: PageHandle = { title: 'code.title_sms' }

export const loader = async (args: LoaderFunctionArgs) =>
  loadRegisterCode('mobile', await registerAddress.mobile.require(args, 'code'))

export const action = async (args: ActionFunctionArgs) => {
  const step = await registerAddress.mobile.require(args, 'code')
  return registerByCode(args, 'mobile', step, {
    register: (calls, typed) => calls.register(typed),
    finish: () => step.finish(),
    existing: (proven) => step.goTo('existing', proven),
  })
}

export default function RegisterMobileCode() {
  return (
    <RegisterCodePage
      back="/login/register"
      meanwhile={{ '/login/register/email': 'ways.register_by_email' }}
      {...useLoaderData<typeof loader>()}
    />
  )
}
