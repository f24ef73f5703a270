import type { z } from 'zod'
import type { Failure } from '#contract/client'
import { readButton } from '~/forms/form-action.server'
import { readForm } from '~/forms/read-form.server'
import { limitsOf, parkedMaxLength } from '~/forms/reading/form-limits'
import type { Form } from '~/forms/reading/parse-form.server'
import { readPosted } from '~/forms/reading/posted-form.server'
import { unpark } from '~/forms/step-up/parked.server'
import { isStepUp } from '~/forms/step-up/step-up.server'
import type { Args } from '~/runtime/load-context'
import { overAfter, type SendAnswer, type SentCode, sentAgain } from './sent-code.server'

/** A step with sent codes, by name, and its next steps. */
type Step<Name extends string> = Record<Name, SentCode> & {
  stay: (changed: Partial<Record<Name, SentCode>>) => Promise<Response>
  restart: () => Promise<Response>
}

type Send = () => Promise<SendAnswer>

interface Codes<Name extends string> {
  step: Step<NoInfer<Name>>
  /** Sends each code of the step again. */
  resend: Record<Name, Send>
}

/**
 * Reads what a code page posted. Its form takes the code; its button `resend_<name>` sends a code again. A resend is
 * handled here: its reply is a redirect back to the page, which reports the result, or a step-up. So is a failure after
 * which no more codes are accepted.
 */
export const readCodeForm = async <Schema extends z.ZodType, Name extends string>(
  args: Args,
  schema: Schema,
  { step, resend }: Codes<Name>,
): Promise<CodeForm<Schema>> => {
  const names = Object.keys(resend) as Name[]
  const name = await pressedResend(args, names)
  if (name !== undefined) return { ok: false, reply: () => sendAgain(args, name, step, resend[name]) }
  const form = await readForm(args, schema)
  if (!form.ok) return form
  return {
    ...form,
    reply: async (failure, texts) => {
      const refused = names.find((each) => fieldOf(each) === fieldIn(failure)) ?? names[0]
      const over = refused && overAfter(step[refused], failure)
      return over ? step.stay({ [refused]: over } as Partial<Record<Name, SentCode>>) : form.reply(failure, texts)
    },
  }
}

/**
 * A form of a code page: its value, with the reply to a failed call, or the reply to what was posted. `texts`: see
 * {@link Form}.
 */
type CodeForm<Schema extends z.ZodType> =
  | {
      ok: true
      value: z.output<Schema>
      reply: (failure: Failure, texts?: Record<string, string>) => Promise<Response>
    }
  | { ok: false; reply: () => Promise<Response> }

/** The field that a code is typed into. Only a page with two codes has the second name. */
const fieldOf = (name: string): string => (name === 'email' ? 'email_code' : 'code')

const fieldIn = ({ data }: Failure): string | undefined => (data as { field?: string }).field

const maxLength = parkedMaxLength(limitsOf())

/** The code whose resend button was pressed, in this form or in the parked one that it continues with. */
const pressedResend = async <Name extends string>(args: Args, names: Name[]): Promise<Name | undefined> => {
  const posted = await readPosted(args)
  if (posted.state === 'cut_off' || posted.state === 'too_many_fields') return undefined
  const sealed = posted.formData.get('parked')
  const form = typeof sealed === 'string' ? (await unpark(args, sealed, maxLength))?.formData : posted.formData
  return names.find((name) => form?.has(`resend_${name}`))
}

/** The step is over: it took too long, or was completed on another page. */
const over = ['ticket_refused', 'already_bound', 'nothing_bound']

const sendAgain = async <Name extends string>(
  args: Args,
  name: Name,
  step: Step<Name>,
  send: Send,
): Promise<Response> => {
  const stay = (code: SentCode) => step.stay({ [name]: code } as Partial<Record<Name, SentCode>>)
  const form = await readButton(args)
  if (!form.ok) return form.state === 'invalid' ? stay({ ...step[name], notice: 'form_old' }) : form.reply()
  const answer = await send()
  if (!answer.ok && (isStepUp(answer) || answer.code === 'not_signed_in')) return form.reply(answer)
  if (!answer.ok && over.some((code) => code === answer.code)) return step.restart()
  return stay(sentAgain(step[name], answer))
}
