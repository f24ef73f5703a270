import { type Member, type Organisation, openWithMember } from '#tests/account-api/organisations/members/members'
import { withAuthenticator } from '#tests/account-api/verification/authenticators/apps'
import type { World } from '#tests/account-api/worlds/world'
import { dataOf, verifyByPassword } from '#tests/account-api/worlds/world'

/** Managers’ helpers for organisations’ sign-in rules. */
export const signInRulesOf = (world: World) => {
  type Input = Omit<Parameters<Member['client']['updateSignInRules']>[0], 'sec_subject_uid'>

  /** Sets rules, with the manager’s second factor if the call needs it. */
  const setRules = async ({ manager, sec_subject_uid }: Organisation, input: Input) => {
    const asked = await manager.client.updateSignInRules({ sec_subject_uid, ...input })
    if (asked.ok || asked.code !== 'second_verification_required') return asked
    dataOf(await verifyByPassword(manager.client, asked))
    return manager.client.updateSignInRules({ sec_subject_uid, ...input })
  }

  /** An organisation whose manager has an authenticator, with a member who has none. */
  const opened = async () => {
    const { organisation, bo, manager, sec_subject_uid } = await openWithMember(world, 'Riverside School')
    await withAuthenticator(world, manager)
    return { organisation, bo, manager, sec_subject_uid }
  }

  return { setRules, opened }
}
