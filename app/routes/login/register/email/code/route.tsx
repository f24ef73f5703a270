import type { PageHandle } from '~/document/page-handle'
import { registerAddress } from '~/flows/register.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from '~/framework'
import { loadRegisterCode, registerByCode } from '../../register-by-code.server'
import { RegisterCodePage } from '../../register-code-page'

// Registration with an email, step 2: the code and a password.
export const handle: PageHandle = { title: 'code.title_email' }

export const loader = async (args: LoaderFunctionArgs) =>
  loadRegisterCode('email', await registerAddress.email.require(args, 'code'))

export const action = async (args: ActionFunctionArgs) => {
  const step = await registerAddress.email.require(args, 'code')
  return registerByCode(args, 'email', step, {
    register: (calls, typed) => calls.register(typed),
    finish: () => step.finish(),
    existing: (proven) => step.goTo('existing', proven),
  })
}

export default function RegisterEmailCode() {
  return (
    <RegisterCodePage
      back="/login/register/email"
      meanwhile={{ '/login/register': 'ways.register_by_mobile' }}
      {...useLoaderData<typeof loader>()}
    />
  )
}
