import { isOn } from '#account-api/accounts/account/identifiers-on'
import type { Deployment } from '#account-api/accounts/service'
import type { usernameRefusals } from '#contract/accounts/account-errors'
import { type Read, refused } from '#rules/typed/text'
import { readUsername, type UsernameRecord } from '#rules/typed/username'

export type UsernameRefusal = (typeof usernameRefusals)[number]

/** Reads the username that a person wants, if the policy allows usernames. */
export const readNewUsername = (
  typed: string,
  deployment: Pick<Deployment, 'policy' | 'defaultRegion'>,
): Read<UsernameRecord, UsernameRefusal> =>
  isOn(deployment, 'username') ? readUsername(typed, deployment.defaultRegion) : refused('not_offered')
