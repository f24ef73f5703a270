import { z } from 'zod'
import { api } from '../api.server'
import { readForm } from '../forms/read-form.server'
import type { Args } from '../load-context'
import { askToConfirm } from './ask-to-confirm.server'
import { askToRestore } from './ask-to-restore.server'

/** A step at which a mobile is proven, with its ways on. */
interface Proven {
  mobile: string
  ticket: string
  finish: () => Promise<Response>
  restart: () => Promise<Response>
}

/** The action of a page that offers to sign in with a proven mobile: to its account, or to one that is made. */
export const continueBySms = async (args: Args, step: Proven) => {
  const form = await readForm(args, z.object({}))
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.smsLoginContinue({ ticket: step.ticket })
  if (answer.ok) return step.finish()
  if (answer.code === 'confirmation_required') return askToConfirm(args, { ...answer.data, mobile: step.mobile })
  if (answer.code === 'account_cancelled') return askToRestore(args, answer.data)
  return answer.code === 'ticket_refused' ? step.restart() : form.reply(answer)
}
