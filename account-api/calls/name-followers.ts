import type { CallContextOf, UserContextOf } from '#account-api/accounts/call-context'
import { profileHandlers } from '#account-api/accounts/profile/profile-handlers'
import type { Service } from '#account-api/closing/service'
import type { HandlersOf } from '#account-api/organisations/call-context'
import { followName } from '#account-api/organisations/members/follow-name'

/** The calls that change the name of an account. The organisations of its person use the new name. */
export const namingHandlers = {
  accountSet: async (input, context) => {
    const outcome = await profileHandlers.accountSet(input, context)
    if (outcome.ok && input.name) await follow(context, input.name)
    return outcome
  },

  updateUserInfo: async (input, context) => {
    const outcome = await profileHandlers.updateUserInfo(input, context)
    const isName = input.field_namespace === 'profile' && input.field === 'name'
    const name = input.value.trim()
    if (outcome.ok && isName && name !== '') await follow(context, name)
    return outcome
  },
} satisfies HandlersOf<Service>

const follow = ({ service, account, from }: UserContextOf<Service> & CallContextOf<Service>, name: string) =>
  followName(service, { account, name, from })
