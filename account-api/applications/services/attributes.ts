import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { maskMobile } from '#account-api/accounts/account/identifier'
import type { Showing } from '#account-api/accounts/methods/ledger'
import type { Stores } from '#account-api/applications/service'
import { placesToActIn } from '#account-api/organisations/organisation/acting'
import type { AttributeName } from '#contract/applications/registered/attribute-names'

/** The values of the attributes that a service gets. Attributes without a value are left out. */
export const attributesOf = async (
  stores: Pick<Stores, 'deployment' | 'members'>,
  { account, session }: { account: AccountProfile; session: Showing },
  names: readonly AttributeName[],
): Promise<Record<string, string[]>> => {
  const { username, email, mobile } = account
  const values: Record<AttributeName, string[]> = {
    username: [username],
    email: email === null ? [] : [email],
    mobile: mobile === null ? [] : [mobile],
    mobile_masked: mobile === null ? [] : [maskMobile(mobile)],
    organisations: names.includes('organisations')
      ? await organisationsOf(stores, { accountId: account.id, session })
      : [],
  }
  return Object.fromEntries(names.map((name) => [name, values[name]] as const).filter(([, each]) => each.length > 0))
}

/** The public ids of the organisations in which the person may act at this session. */
const organisationsOf = async (
  stores: Pick<Stores, 'deployment' | 'members'>,
  shown: { accountId: string; session: Showing },
): Promise<string[]> => (await placesToActIn(stores, shown)).map(({ organisation }) => organisation.publicId)
