import type { Args } from '../load-context'
import { isFormTokenOf } from './visit.server'
import { visitor } from './visitor.server'

/** 'no_cookie': the browser keeps no cookies, so no form can be believed. 'refused': no token, or another visit's. */
export type FormTokenCheck = 'ok' | 'no_cookie' | 'refused'

/** Checks that a form was made for the browser that sends it. The field is `form_token`. */
export const checkFormToken = async (args: Args, formData: FormData): Promise<FormTokenCheck> => {
  const { visit } = await visitor(args)
  if (visit === undefined) return 'no_cookie'
  const [token, ...more] = formData.getAll('form_token')
  return typeof token === 'string' && more.length === 0 && isFormTokenOf(visit, token) ? 'ok' : 'refused'
}
