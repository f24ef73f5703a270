import { type Member, type Organisation, openWithMember } from '#tests/account-api/organisations/members/members'
import { withAuthenticator } from '#tests/account-api/verification/authenticators/apps'
import { type World, withPassword } from '#tests/account-api/worlds/world'

/** Managers’ helpers for organisations’ sign-in rules. */
export const signInRulesOf = (world: World) => {
  type Input = Omit<Parameters<Member['client']['updateSignInRules']>[0], 'sec_subject_uid'>

  /** Sets rules, with the manager’s second factor if the call needs it. */
  const setRules = ({ manager: { client }, sec_subject_uid }: Organisation, input: Input) =>
    withPassword(client, () => client.updateSignInRules({ sec_subject_uid, ...input }))

  /** An organisation whose manager has an authenticator, with a member who has none. */
  const opened = async () => {
    const at = await openWithMember(world, 'Riverside School')
    await withAuthenticator(world, at.manager)
    return at
  }

  return { setRules, opened }
}
