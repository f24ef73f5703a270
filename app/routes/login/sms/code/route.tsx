import type { PageHandle } from '~/document/page-handle'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from '~/framework'
import { loadSignInCode, signInByCode } from '~/routes/login/sign-in-by-code.server'
import { SignInCodePage } from '~/routes/login/sign-in-code-page'

// Sign-in with an SMS code, step 2: the code.
export const handle: PageHandle = { title: 'code.title_sms' }

export const loader = (args: LoaderFunctionArgs) => loadSignInCode(args, 'mobile')

export const action = (args: ActionFunctionArgs) => signInByCode(args, 'mobile')

export default function SmsCode() {
  return <SignInCodePage kind="mobile" {...useLoaderData<typeof loader>()} />
}
