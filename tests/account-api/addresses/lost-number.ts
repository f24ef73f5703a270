import type { Client } from '#contract/client'
import { emailPurpose } from '#contract/terms/purposes'
import { dataOf, goodPassword, type World } from '#tests/account-api/worlds/world'

/** What a visitor can prove about an account to the page for a lost number. Each proof returns the ticket. */
export const provenBy = {
  'a code by email': async (world: World, email: string, client: Client = world.person()): Promise<string> => {
    const type = emailPurpose.notSignedIn
    const code = await world.codeFor(email, type, client)
    return dataOf(await client.validateEmailCode({ email, code, type })).ticket
  },
  'a password': async (world: World, account: string, client: Client = world.person()): Promise<string> =>
    dataOf(await client.verifyPassword({ account, password: goodPassword })).ticket,
}
