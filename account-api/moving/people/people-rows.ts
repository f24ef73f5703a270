import { randomUsername } from '#account-api/accounts/account/account'
import { newId } from '#account-api/kernel/random'
import type { Deployment } from '#account-api/moving/service'
import { sealSecret } from '#account-api/verification/authenticators/secret'
import { sortKeyOf } from '#rules/typed/name-key'
import type { JudgedPerson } from './judge-person'
import type { PeopleRows } from './people-store'

/** The rows of people. Each call makes new ids, and new usernames for people without one. */
export const rowsOf = (deployment: Deployment, people: readonly JudgedPerson[], { bySignIn = 0 } = {}): PeopleRows => {
  const now = deployment.now()
  const all = people.map((person) => ({ id: newId(now), ...person }))
  return {
    accounts: all.map((person) => ({
      id: person.id,
      account_type: 0,
      password_hash: person.password?.stored ?? null,
      language: person.language,
      created_at: person.createdAt,
      last_used_at: person.lastUsedAt,
      birthday: person.birthday ?? null,
      name: person.name ?? null,
      name_key: person.name === undefined ? null : sortKeyOf(person.name),
      username_is_chosen: person.username && !person.isHeld ? 1 : 0,
      frozen_at: person.suspendedReason === undefined ? null : now,
      frozen_reason: person.suspendedReason ?? null,
      authenticator_since: person.authenticator?.since ?? null,
      asks_authenticator: person.authenticator ? 1 : 0,
    })),
    identifiers: all.flatMap(({ id, addresses, username, isHeld, createdAt }) => {
      const bound = { account_id: id, bound_at: createdAt }
      const own = username && !isHeld ? username : randomUsername()
      return [
        { kind: 'username' as const, value: own.value, skeleton: own.skeleton, ...bound },
        ...addresses.map(({ kind, value }) => ({ kind, value, skeleton: null, ...bound })),
      ]
    }),
    claims: all.flatMap(({ id, claimedEmail }) =>
      claimedEmail === undefined ? [] : { account_id: id, email: claimedEmail, claimed_at: now },
    ),
    heldUsernames: all.flatMap(({ id, username, isHeld }) =>
      username && isHeld ? { account_id: id, username: username.value, skeleton: username.skeleton, held_at: now } : [],
    ),
    authenticators: all.flatMap(({ id, authenticator }) => {
      if (!authenticator) return []
      const { sealed, sealedBy } = sealSecret(deployment, id, authenticator.secret)
      return { account_id: id, sealed, sealed_by: sealedBy, last_step: 0 }
    }),
    origins: all.map(({ origin }) => ({ origin, imported_at: now, by_sign_in: bySignIn })),
  }
}
