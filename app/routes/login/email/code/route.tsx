import type { PageHandle } from '~/document/page-handle'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from '~/framework'
import { loadSignInCode, signInByCode } from '~/routes/login/sign-in-by-code.server'
import { SignInCodePage } from '~/routes/login/sign-in-code-page'

// Sign-in with a code by email, step 2: the code.
export const handle: PageHandle = { title: 'code.title_email' }

export const loader = (args: LoaderFunctionArgs) => loadSignInCode(args, 'email')

export const action = (args: ActionFunctionArgs) => signInByCode(args, 'email')

export default function EmailCode() {
  return <SignInCodePage kind="email" {...useLoaderData<typeof loader>()} />
}
