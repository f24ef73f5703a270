import type { ErrorData } from '../../contract/errors'
import { restoreAccount } from '../flows/restore-account.server'
import type { Args } from '../session/visitor.server'

/** Leads a sign-in to a cancelled account to the page that restores it. The return address goes along. */
export const askToRestore = (args: Args, answer: ErrorData<'account_cancelled'>): Promise<Response> =>
  restoreAccount.begin(args, 'confirm', {
    ticket: answer.ticket,
    until: answer.restorable_until,
    timeZone: answer.time_zone,
  })
