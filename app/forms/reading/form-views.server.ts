import type { FormLimits } from '~/document/page-handle'
import { languageNamed } from '~/i18n/i18n.server'
import type { Args } from '~/runtime/load-context'
import { formAgain, linesIn } from './answer-form.server'
import { fieldsWithin } from './form-limits'

/**
 * The form as one of its buttons wants to show it, without submitting: with a field filled in, with readable passwords,
 * or in another language with its errors. Undefined when no such button was pressed, or one of a step-up.
 */
export const shownOtherwise = async (args: Args, posted: FormData, limits: FormLimits) => {
  if (posted.has('parked')) return undefined
  const fields = fieldsWithin(posted, limits)
  if (!fields) return undefined
  if (fillIn(fields)) return formAgain(args, { status: 200, fields }, 'closed')
  if (fields.has('show_password')) return formAgain(args, { status: 200, fields, showsPasswords: true }, 'closed')
  const language = languageNamed(fields.get('in_language'))
  if (language === undefined) return undefined
  args.context.language = language
  const lines = await linesIn(String(fields.get('form_lines')))
  return formAgain(args, { status: lines.length > 0 ? 422 : 200, fields, lines }, 'closed')
}

/** Fills a field in for the button `fill_<field>`, with the button's value. False when none was pressed. */
const fillIn = (fields: FormData): boolean => {
  const [name, value] = [...fields].find(([each]) => each.startsWith('fill_')) ?? []
  if (name === undefined || typeof value !== 'string') return false
  fields.set(name.slice('fill_'.length), value)
  return true
}
