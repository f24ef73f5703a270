import { operatorData } from '~/features/desk/act.server'
import { personAtDesk } from '~/features/desk/desk-paths'
import { redirectTo } from '~/navigation/redirect.server'
import type { Args } from '~/runtime/load-context'
import { operator } from '~/runtime/operator.server'

/**
 * The person of the page, with masked addresses. Another name for them, such as an email in the URL, redirects to the
 * URL with the id.
 */
export const personOf = async (args: Args) => {
  const { user = '' } = args.params
  const person = operatorData(await (await operator(args)).showUser({ user }))
  if (person.user_id !== user) throw await redirectTo(args, personAtDesk(person.user_id))
  return person
}
