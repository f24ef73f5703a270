import type { AccountProfile } from '../accounts/account/account-record'
import { identify, maskEmail, maskMobile } from '../accounts/account/identifier'
import { endSessionsOf, freezeAccount, unfreezeAccount } from '../accounts/standing/freeze'
import type { Service } from '../closing/service'
import { failed, type Said } from './said'

/** The commands for users, as `npm run admin` tells them. */
export const userUsage = `npm run admin -- users show <user-id>                           shows a user; also by mobile, email or username
npm run admin -- users freeze <user-id> --reason <text>      keeps a user out and signs them out; nobody but you can undo it
npm run admin -- users unfreeze <user-id> --reason <text>    lets them sign in again
npm run admin -- users end-sessions <user-id> --reason <text>  signs a user out everywhere
`

const done = (text: string): Said => ({ ok: true, text })

const refusedFor = (id: string, code: 'no_such_user' | 'already' | 'not_frozen'): Said => {
  const reasons = {
    no_such_user: `There is no user ${id}.`,
    already: 'This user is frozen already.',
    not_frozen: 'This user is not frozen.',
  }
  return failed(reasons[code])
}

/** Freezes a user. */
export const freezeUser = async (service: Service, accountId = '', reason = ''): Promise<Said> => {
  const answer = await freezeAccount(service, { accountId, reason })
  if (!answer.ok) return refusedFor(accountId, answer.code)
  const kept = answer.wasCancelled ? ' The account was cancelled, which has ended.' : ''
  const ended = answer.sessionsEnded
    ? ' All sessions have ended.'
    : ' The sessions are refused, but could not be ended. Run `users end-sessions` before you unfreeze the user.'
  return done(`User ${accountId} is frozen, and is told why. Nobody but you can undo it.${ended}${kept}`)
}

/** Unfreezes a user. */
export const unfreezeUser = async (service: Service, accountId = '', reason = ''): Promise<Said> => {
  const answer = await unfreezeAccount(service, { accountId, reason })
  return answer.ok ? done(`User ${accountId} can sign in again, and is told.`) : refusedFor(accountId, answer.code)
}

/** Signs a user out everywhere. */
export const endSessionsOfUser = async (service: Service, accountId = '', reason = ''): Promise<Said> => {
  const answer = await endSessionsOf(service, { accountId, reason })
  return answer.ok
    ? done(`User ${accountId} is signed out everywhere, and is told why.`)
    : refusedFor(accountId, answer.code)
}

/** The account of an id, or of something that signs in. Undefined: there is none. */
export const findUser = async ({ setting, storage }: Service, named: string): Promise<AccountProfile | undefined> => {
  const byId = await storage.accounts.profile(named)
  if (byId) return byId
  const { kind, value } = identify(named, setting.defaultRegion)
  const holder = await storage.accounts.holderOf(kind, value)
  return holder && storage.accounts.profile(holder.id)
}

/** Shows the user of an id, or of something that signs in. Addresses are masked. */
export const showUser = async (service: Service, named = ''): Promise<Said> => {
  const { storage } = service
  const account = await findUser(service, named)
  if (!account) return failed(`There is no user ${named}.`)
  const { username, mobile, email, frozenAt, frozenReason, eraseAt } = account
  const day = (at: number) => new Date(at).toISOString()
  const facts = {
    'user id': account.id,
    username,
    mobile: mobile === null ? 'none' : maskMobile(mobile),
    email: email === null ? 'none' : maskEmail(email),
    'created at': day(account.createdAt),
    frozen: frozenAt === null ? 'no' : `since ${day(frozenAt)}: ${frozenReason ?? ''}`,
    'erased on': eraseAt === null ? 'it is not cancelled' : day(eraseAt),
    manages: (await storage.identities.managed(account.id))
      .map(({ publicId, name }) => `${name} (${publicId})`)
      .join(', '),
  }
  return done(
    Object.entries(facts)
      .map(([what, fact]) => `${what}\t${fact}`)
      .join('\n'),
  )
}
