import { z } from 'zod'
import type { Client } from '../../contract/client'
import { api } from '../api.server'
import { readForm } from '../forms/read-form.server'
import { redirectTo } from '../navigation/redirect.server'
import type { Args } from '../session/visitor.server'
import { isStepUp } from '../step-up/step-up.server'
import { type SendAnswer, type SentCode, sentAgain } from './sent-code.server'

/** A step with codes on their way, by target, and its ways on. */
type Step<Target extends string> = Record<Target, SentCode> & {
  stay: (changed: Partial<Record<Target, SentCode>>) => Promise<Response>
  restart: () => Promise<Response>
}

interface ResendOptions<Target extends string, At extends Step<Target>> {
  /** The page to which a person returns, whatever came of it. */
  page: string
  step: (args: Args) => Promise<At>
  /** How a code is asked for, by target. With more than one, the form says which in `target`. */
  send: { [Name in Target]: (client: Client, to: string, step: At) => Promise<SendAnswer> }
}

/** What the code was for can no longer be done here: it took too long, or was settled on another page. */
const over = ['ticket_refused', 'already_bound', 'nothing_bound']

/**
 * "Send a code again", as loader and action of a URL of its own: a form of one button, answered by a redirect back to the
 * page of the code, which then says what came of it and when it is possible again.
 */
export const resend = <Target extends string, At extends Step<Target>>({
  page,
  step: stepOf,
  send,
}: ResendOptions<Target, At>) => {
  const targets = Object.keys(send) as [Target, ...Target[]]
  const schema = z.object({ target: z.enum(targets).default(() => targets[0] as never) })

  const loader = (args: Args): Promise<Response> => redirectTo(args, page)

  const action = async (args: Args): Promise<Response> => {
    const step = await stepOf(args)
    const now = (target: Target, code: SentCode) => step.stay({ [target]: code } as Partial<Record<Target, SentCode>>)
    const form = await readForm(args, schema)
    if (!form.ok) {
      if (form.state === 'closed') return redirectTo(args, page)
      return now(targets[0], { ...step[targets[0]], notice: 'form_old' })
    }
    const target = form.value.target as Target
    const answer = await send[target](await api(args), step[target].to, step)
    if (!answer.ok && (isStepUp(answer) || answer.code === 'not_signed_in')) return form.reply(answer)
    if (!answer.ok && over.some((code) => code === answer.code)) return step.restart()
    return now(target, sentAgain(step[target], answer))
  }

  return { loader, action }
}
