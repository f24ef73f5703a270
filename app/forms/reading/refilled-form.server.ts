import { isFormTokenOf, readBrowserId } from '~/session/browser-id.server'
import { secretFields } from './answer-form.server'

/** A longer form is handled by the page, because forms on pages for everybody are short. */
const maxBytes = 2048
const mostFields = 12

/** A form that a page would show again without looking at its values. */
export interface RefilledForm {
  browserId: string
  /** The names and values to show again; none is empty. */
  fields: Map<string, string>
}

/**
 * Reads a posted form if it only has to be shown again: each name is a plain one, given once, and the form token
 * belongs to the browser. Undefined if the page has to handle the form itself.
 */
export const refilledForm = (body: Buffer, type: string, cookieHeader: string): RefilledForm | undefined => {
  if (body.length > maxBytes || !/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) return undefined
  const browserId = readBrowserId(cookieHeader)
  const posted = new URLSearchParams(body.toString())
  const token = posted.get('form_token')
  if (browserId === undefined || token === null || !isFormTokenOf(browserId, token)) return undefined
  const names = [...posted.keys()]
  if (names.length > mostFields || new Set(names).size < names.length) return undefined
  // A step-up's form has the fields of another page.
  if (names.includes('parked') || !names.every((name) => /^[a-z][a-z0-9_]*$/.test(name))) return undefined
  // The previous errors of the form are replaced by the page's current ones.
  const dropped = ['form_token', 'form_lines', ...secretFields]
  const shown = [...posted].filter(([name, value]) => !dropped.includes(name) && value !== '')
  return { browserId, fields: new Map(shown) }
}
