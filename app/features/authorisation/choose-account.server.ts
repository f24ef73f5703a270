import { redirectTo } from '~/navigation/redirect.server'
import { withNext, withQuery } from '~/navigation/returning/return-address'
import type { Args } from '~/runtime/load-context'
import { saysThatItKeeps } from '~/session/kept-sessions.server'

/** The page where a person chooses among the accounts of this browser, before returning to the page of a request. */
export const chooserOf = (path: string): string => withNext('/settings/accounts', withQuery(path, { chosen: '1' }))

/**
 * Throws a redirect to that page, if the application wants a choice (`prompt=select_account`), the browser has another
 * account, and the person has not chosen yet.
 */
export const leadToChooser = async (
  args: Args,
  path: string,
  { chooses_account: chooses }: { chooses_account: boolean },
): Promise<void> => {
  const { request } = args
  const isOpen = chooses && !new URL(request.url).searchParams.has('chosen')
  if (isOpen && saysThatItKeeps(request.headers.get('cookie') ?? '')) throw await redirectTo(args, chooserOf(path))
}
