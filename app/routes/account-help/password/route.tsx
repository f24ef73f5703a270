import type { PageHandle } from '~/document/page-handle'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from '~/framework'
import { loadResetAddress, sendResetCode } from './reset-by-code.server'
import { ResetAddress } from './reset-pages'

// Resetting a password, step 1: the mobile. A signed-in person may have forgotten the password too.
export const handle: PageHandle = { title: 'reset.title', remembered: true, antiCrawler: true }

export const loader = (args: LoaderFunctionArgs) => loadResetAddress(args, 'mobile')

export const action = (args: ActionFunctionArgs) => sendResetCode(args, 'mobile')

export default function ResetByMobile() {
  return <ResetAddress {...useLoaderData<typeof loader>()} />
}
