import { z } from 'zod'

const noData = z.object({})

/** The failures of open authorisation. */
export const openErrors = {
  /** The request does not exist, or has ended. */
  no_such_open_request: { number: 2010, status: 404, data: noData },
  /**
   * The request was begun in another browser. The sender of its address may want to trick this person into agreeing.
   */
  open_request_elsewhere: { number: 2011, status: 403, data: noData },
  /** The application does not exist or is disabled, or its organisation is suspended. */
  no_such_client: { number: 2012, status: 404, data: noData },
  /** The person has not authorised this application. */
  no_such_authorisation: { number: 2013, status: 404, data: noData },
  /** No request waits for a captcha under this name, or it has continued or ended. */
  no_such_beginning: { number: 2015, status: 404, data: noData },
  /** No redirect to an application was held back under this name, or it was too long ago. */
  no_such_leaving: { number: 2014, status: 404, data: noData },
} as const
