import type { AccountProfile } from '#account-api/accounts/account/account-record'
import type { IdentifierKind } from '#account-api/accounts/account/identifier'
import type { Service } from '#account-api/operator/service'
import { sortKeyOf } from '#rules/typed/name-key'
import { beginningOfNumber } from '#rules/typed/number'
import { plainText } from '#rules/typed/text'
import { comparedUsername } from '#rules/typed/username'

/** The shortest beginning of a mobile, an email or a username to search by. Shorter ones would match most people. */
const shortest = 3

/** The first people whose name, username, email or mobile begins with a text. Names come first. */
export const searchPeople = async (
  { deployment, storage }: Service,
  search: string,
  limit: number,
): Promise<AccountProfile[]> => {
  const beginnings: [IdentifierKind, string | undefined][] = [
    ['username', comparedUsername(search)],
    ['email', plainText(search).toLowerCase()],
    ['mobile', beginningOfNumber({ typed: search, region: deployment.defaultRegion })],
  ]
  const found = await Promise.all([
    storage.search.named(sortKeyOf(search), limit),
    ...beginnings.map(([kind, beginning = '']) =>
      [...beginning].length < shortest ? [] : storage.search.identified(kind, beginning, limit),
    ),
  ])
  const ids = [...new Set(found.flat())].slice(0, limit)
  const profiles = await Promise.all(ids.map((id) => storage.accounts.profile(id)))
  return profiles.flatMap((profile) => profile ?? [])
}
