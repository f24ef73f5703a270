import type { ErrorData } from '../../../contract/errors'
import { confirmSignIn } from '../../flows/sign-in/confirm-sign-in.server'
import type { WaitingIdentity } from '../../flows/sign-in/waiting-identity'
import type { Args } from '../../session/visitor.server'

interface ToConfirm extends ErrorData<'confirmation_required'> {
  mobile: string
  /** The third-party identity that the account gets after that. */
  identity?: WaitingIdentity
  /** Set when the device is to remember the account after that. */
  remember?: '1' | undefined
}

/** Redirects a sign-in by SMS that has to be confirmed to the page for that, with the return address. */
export const askToConfirm = (args: Args, { mobile, ticket, ways, identity, remember }: ToConfirm): Promise<Response> =>
  confirmSignIn.begin(args, 'confirm', { mobile, ticket, ways, identity, remember })
