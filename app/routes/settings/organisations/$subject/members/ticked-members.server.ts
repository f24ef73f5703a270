import { inSubject } from '~/features/organisations/acting.server'
import { api } from '~/runtime/api.server'
import type { Args } from '~/runtime/load-context'
import type { Member } from './member-rows'

/** The ticked members, without those who have left by now. */
export const membersOf = async (args: Args, ids: readonly string[]): Promise<Member[]> => {
  const client = await api(args)
  const found = await Promise.all(ids.map((identity_id) => client.memberInfo({ ...inSubject(args), identity_id })))
  return found.flatMap((answer) => (answer.ok ? [answer.data.member] : []))
}
