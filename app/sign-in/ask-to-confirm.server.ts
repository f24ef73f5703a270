import type { ErrorData } from '../../contract/errors'
import { confirmSignIn } from '../flows/confirm-sign-in.server'
import type { WaitingIdentity } from '../flows/waiting-identity'
import type { Args } from '../session/visitor.server'

interface ToConfirm extends ErrorData<'confirmation_required'> {
  mobile: string
  /** The third-party identity that the account gets then. */
  identity?: WaitingIdentity
  /** Whether the device is to remember the account then. */
  remember?: '1' | undefined
}

/** Leads a sign-in by SMS that has to be confirmed to the page that does it. The return address goes along. */
export const askToConfirm = (args: Args, { mobile, ticket, ways, identity, remember }: ToConfirm): Promise<Response> =>
  confirmSignIn.begin(args, 'confirm', { mobile, ticket, ways, identity, remember })
