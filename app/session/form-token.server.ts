import type { Args } from '~/runtime/load-context'
import { isFormTokenOf } from './browser-id.server'
import { visitor } from './visitor.server'

/** 'no_cookie': the browser keeps no cookies, so no form can be verified. 'refused': no token, or another browser's. */
export type FormTokenCheck = 'ok' | 'no_cookie' | 'refused'

/** Checks that a form was made for the browser that posts it, by its field `form_token`. */
export const checkFormToken = async (args: Args, formData: FormData): Promise<FormTokenCheck> => {
  const { browserId } = await visitor(args)
  if (browserId === undefined) return 'no_cookie'
  const [token, ...more] = formData.getAll('form_token')
  return typeof token === 'string' && more.length === 0 && isFormTokenOf(browserId, token) ? 'ok' : 'refused'
}
