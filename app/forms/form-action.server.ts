import { z } from 'zod'
import type { Client, Failure } from '#contract/client'
import type { FormLimits } from '~/document/page-handle'
import type { Destination } from '~/navigation/flash/flash.server'
import { redirectTo } from '~/navigation/redirect.server'
import { api } from '~/runtime/api.server'
import type { Args } from '~/runtime/load-context'
import { readForm } from './read-form.server'
import { limitsOf } from './reading/form-limits'
import { readPosted } from './reading/posted-form.server'

/** The answer of a call whose data the page does not need. Used by forms that make one of several calls. */
export type Answered = { ok: true; data: unknown } | Failure

interface OneCall<Schema extends z.ZodType, Given> {
  /** Throws a redirect if the form is not for this person. */
  guard?: (args: Args) => Promise<void>
  /** The limits of the page's handle, if it has any. */
  limits?: Partial<FormLimits>
  call: (client: Client, typed: z.output<Schema>, args: Args) => Promise<{ ok: true; data: Given } | Failure>
  done: (args: Args, data: Given, typed: z.output<Schema>) => string | Destination
  /** The page to which a failure of a second click redirects. Otherwise the form is shown again. */
  otherwise?: (failure: Failure, args: Args) => string | Destination | undefined
}

/** The action of a page whose form makes one call, and continues. */
export const formAction =
  <Schema extends z.ZodType, Given>(
    schema: Schema,
    { guard = async () => {}, limits, call, done, otherwise }: OneCall<Schema, Given>,
  ) =>
  async (args: Args): Promise<Response> => {
    // If the guard redirects, the form is kept.
    await readPosted(args, limitsOf(limits))
    await guard(args)
    const form = await readForm(args, schema, limits)
    if (!form.ok) return form.reply()
    const answer = await call(await api(args), form.value, args)
    if (answer.ok) return redirectTo(args, done(args, answer.data, form.value))
    const instead = otherwise?.(answer, args)
    return instead === undefined ? form.reply(answer) : redirectTo(args, instead)
  }

const button = z.object({})

export const buttonAction = <Given>(one: OneCall<typeof button, Given>) => formAction(button, one)

/** Reads such a form: checks that it was sent from its page by its button. */
export const readButton = (args: Args) => readForm(args, button)
