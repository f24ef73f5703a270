import { reply } from '~/framework'
import type { Args } from '~/runtime/load-context'

/**
 * Answers with the data of a page that cannot do its task, because the object in its URL has ended, is unknown or
 * elsewhere.
 * @param title message key of the title that says so instead of the page's own
 */
export const replyOver = <Data>(args: Args, title: string, data: Data, status = 404) => {
  args.context.title = title
  return reply(data, { status })
}
