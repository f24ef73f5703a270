import { mayMakeNamed } from '#contract/operator/operator-calls'
import { operatorData, runAct } from '~/features/desk/act.server'
import { personAtDesk } from '~/features/desk/desk-paths'
import { reply } from '~/framework'
import { redirectTo } from '~/navigation/redirect.server'
import type { Args } from '~/runtime/load-context'
import { operator } from '~/runtime/operator.server'
import { findPerson } from './person-acts'

/**
 * Finds a person: by a whole text or, if the operator may, by the beginning of a name or an address. A single result
 * opens; several are listed on the page.
 */
export const findPeople = (args: Args) =>
  runAct(args, findPerson, async (code, { user }) => {
    const scopes = args.context.operator?.scopes ?? []
    if (code !== 'no_such_user' || !mayMakeNamed(scopes, 'findUsers')) return undefined
    const search = String(user)
    const { users, has_more } = operatorData(await (await operator(args)).findUsers({ search }))
    const [only, ...others] = users
    if (!only) return undefined
    return others.length === 0
      ? redirectTo(args, personAtDesk(only.user_id))
      : reply({ found: { search, users, has_more } })
  })
