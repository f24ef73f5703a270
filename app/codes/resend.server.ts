import { z } from 'zod'
import type { Client } from '../../contract/client'
import { api } from '../api.server'
import { readForm } from '../forms/read-form.server'
import { leave } from '../session/leave.server'
import type { Args } from '../session/visitor.server'
import { isStepUp } from '../step-up/step-up.server'
import { type SendAnswer, type SentCode, sentAgain } from './sent-code.server'

interface ResendOptions<Target extends string> {
  /** The page to which a person returns, whatever came of it. */
  page: string
  /** The step whose data are the codes on their way, by target. */
  step: (
    args: Args,
  ) => Promise<Record<Target, SentCode> & { goTo: (to: 'code', codes: Record<Target, SentCode>) => Promise<Response> }>
  /** How a code is asked for, by target. With more than one, the form says which in `target`. */
  send: { [Name in Target]: (client: Client, to: string) => Promise<SendAnswer> }
}

/**
 * "Send a code again", as loader and action of a URL of its own: a form of one button, answered by a redirect back to the
 * page of the code, which then says what came of it and when it is possible again.
 */
export const resend = <Target extends string>({ page, step, send }: ResendOptions<Target>) => {
  const targets = Object.keys(send) as [Target, ...Target[]]
  const schema = z.object({ target: z.enum(targets).default(() => targets[0] as never) })

  const loader = (args: Args): Promise<Response> => leave(args, page)

  const action = async (args: Args): Promise<Response> => {
    const { goTo, ...before } = await step(args)
    const codes = codesIn<Target>(before, targets)
    const form = await readForm(args, schema)
    if (!form.ok) {
      if (form.state === 'parked') return form.reply()
      if (form.state === 'closed') return leave(args, page)
      return goTo('code', { ...codes, [targets[0]]: { ...codes[targets[0]], notice: 'form_old' } })
    }
    const target = form.value.target as Target
    const answer = await send[target](await api(args), codes[target].to)
    if (!answer.ok && isStepUp(answer)) return form.reply(answer)
    return goTo('code', { ...codes, [target]: sentAgain(codes[target], answer) })
  }

  return { loader, action }
}

/** A step carries its ways on beside its data; only the data can be kept. */
const codesIn = <Target extends string>(step: object, targets: Target[]): Record<Target, SentCode> => {
  const codes = Object.entries(step).filter(([name]) => targets.some((target) => target === name))
  return Object.fromEntries(codes) as Record<Target, SentCode>
}
