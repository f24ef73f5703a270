import { z } from 'zod'
import type { ErrorData } from '../../contract/errors'
import { ticket } from '../../contract/fields'
import type { Args } from '../session/visitor.server'
import { defineFlow } from './define-flow.server'

/** Restoring a cancelled account, which begins with a right sign-in to it. */
export const restoreAccount = defineFlow({
  name: 'restore-account',
  minutes: 15,
  start: '/account-help/restore',
  done: '/settings',
  signsIn: true,
  steps: {
    confirm: { path: '/account-help/restore/confirm', schema: z.object({ ticket, until: z.iso.datetime() }) },
  },
})

/** Where a sign-in leads whose account is cancelled. `?next=` goes along. */
export const askToRestore = (args: Args, answer: ErrorData<'account_cancelled'>): Promise<Response> =>
  restoreAccount.begin(args, 'confirm', { ticket: answer.ticket, until: answer.restorable_until })
