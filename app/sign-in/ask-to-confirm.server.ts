import type { ErrorData } from '../../contract/errors'
import { confirmSignIn } from '../flows/confirm-sign-in.server'
import type { Args } from '../session/visitor.server'

/** Leads a sign-in by SMS that has to be confirmed to the page that does it. The return address goes along. */
export const askToConfirm = (
  args: Args,
  { mobile, ticket, ways }: ErrorData<'confirmation_required'> & { mobile: string },
): Promise<Response> => confirmSignIn.begin(args, 'confirm', { mobile, ticket, ways })
