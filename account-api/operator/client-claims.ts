import { isOpen } from '../accounts/account/is-open'
import { type ClaimRules, readClaimRules } from '../applications/clients/claim-rules'
import { isLivingClient } from '../applications/clients/client-rule'
import { type ClaimUse, claimsFor } from '../applications/grants/client-claims'
import type { Service } from '../closing/service'
import { noClient } from './client-acts'
import { failed, type Said } from './said'
import { findUser } from './users'

/** The usage text of `npm run admin` for these commands. */
export const clientClaimsUsage = `npm run admin -- client claims <key> <file>                  which claims it gets, by rules in JSON; or none
npm run admin -- client explain <key> <user-id>              shows what a user's tokens hold for it; also by mobile, email or username
`

const set = async ({ storage }: Service, key: string, claimRules: ClaimRules | null): Promise<Said> => {
  const isSet = await storage.openClients.change(key, { claimRules })
  return isSet ? { ok: true, text: `${key} is changed. Tokens of before keep their claims.` } : noClient(key)
}

/** Sets the rules of a client for its claims, as a file has them. */
const replaceRules = async (service: Service, file: Uint8Array, key = ''): Promise<Said> => {
  const read = readClaimRules(file)
  return read.ok ? set(service, key, read.rules) : failed(read.fault)
}

/** Takes the rules away: ID tokens name the person, and the userinfo endpoint says everything. */
const removeRules = (service: Service, key = ''): Promise<Said> => set(service, key, null)

/** Shows what the tokens of a user hold for a client, as the protocol would answer now. */
const explain = async (service: Service, key = '', named = ''): Promise<Said> => {
  const { setting, storage } = service
  const client = await storage.openClients.find(key)
  if (!client) return noClient(key)
  const account = await findUser(service, named)
  if (!account) return failed(`There is no user ${named}.`)
  const agreed = await storage.authorisations.find(account.id, key)
  const scopes = new Set<string>(agreed?.scopes ?? client.scopes)
  const given = async (use: ClaimUse) =>
    JSON.stringify(await claimsFor(setting, storage, account, { use, scopes, client }))
  const basis = agreed ? 'has agreed to' : 'has not agreed; this is as if to all that it may ask for:'
  const lines = {
    user: `${account.username} (${account.id})${isOpen(account) ? '' : ', who cannot sign in'}`,
    client: `${client.id}${isLivingClient(client) ? '' : ', which is disabled'}`,
    scopes: `${basis} ${[...scopes].join(' ')}`,
    'ID token': await given('id_token'),
    userinfo: await given('userinfo'),
  }
  const text = Object.entries(lines).map(([what, value]) => `${what}\t${value}`)
  return { ok: true, text: text.join('\n') }
}

/** The commands by name. */
export const clientClaimsCommands = {
  'client claims': { words: 2, run: removeRules, withFile: replaceRules },
  'client explain': { words: 2, run: explain },
}
