import type { z } from 'zod'
import type { Args } from '../load-context'
import { resume, stepUpPage } from '../step-up/step-up.server'
import { answerForm } from './answer-form.server'
import { type Form, parseForm, plainFields } from './parse-form.server'
import { readPosted } from './posted-form.server'

/** The one field of ours that takes a file. */
const fileField = 'pic'

/**
 * Reads a posted form in three steps: who posts it, by its form token; whether it answers a step-up, whose parked form is
 * then retried; and what was typed, by the page's schema.
 * @returns the value, or a reply to return: the form again with its errors, at status 422 (403 for a refused form token,
 * 413 for a file that is too large, 429 for a limit). Never 401, which makes some browsers ask for a password. A step-up
 * is thrown, for the root to show; so is a redirect to the sign-in where the session has ended.
 */
export const readForm = async <Schema extends z.ZodType>(args: Args, schema: Schema): Promise<Form<Schema>> => {
  const again = (answer: Parameters<typeof answerForm>[1], state: 'invalid' | 'closed' = 'invalid') => ({
    ok: false as const,
    state,
    reply: () => answerForm(args, answer),
  })

  const posted = await readPosted(args)
  if (posted.state === 'cut_off') {
    const fields = new FormData()
    fields.set(fileField, '')
    return again({ status: 413, fields, lines: [{ field: fileField, key: 'pictureRefusal.too_large' }] })
  }
  if (posted.state === 'refused') {
    // The answer to a step-up holds nothing that was typed into the form.
    const fields = posted.formData.has('parked') ? new FormData() : plainFields(posted.formData)
    return again({ status: 403, fields, lines: [{ key: 'form.token_refused' }] })
  }

  const resumed = await resume(args, posted.formData)
  if (resumed.state === 'step-up') throw stepUpPage(resumed.stepUp)
  if (resumed.state === 'expired')
    return again({ status: 422, fields: new FormData(), lines: [{ key: 'stepUp.expired' }] })
  if (resumed.state === 'closed')
    return again({ status: 200, fields: plainFields(resumed.formData), closed: resumed.description }, 'closed')

  return parseForm(args, plainFields(resumed.formData), schema)
}
