import { createHash } from 'node:crypto'
import { type Args, oncePerRequest } from '../load-context'
import { cookie, cookieIn, readCookie } from './cookie.server'
import { seal, unseal } from './seal.server'

const accountsCookie = 'butterfly_accounts'
/** Only the pages that sign in get the cookie. */
const path = '/login'
const purpose = 'remembered accounts'
const keptDays = 90
const mostAccounts = 5

/** An account that this device remembers. */
interface RememberedAccount {
  userId: string
  /** The device token of the account API. */
  token: string
  /** The masked name. */
  name: string
}

/** An account in a list: `key` names it in a form, and tells nothing. */
export interface ListedAccount {
  key: string
  name: string
}

const accountsIn = oncePerRequest(async ({ request }: Args) => {
  const sealed = readCookie(request, accountsCookie, { path })
  const opened = sealed === undefined ? undefined : await unseal<{ accounts: RememberedAccount[] }>(sealed, { purpose })
  // A cookie that does not open is deleted.
  return { accounts: opened?.accounts ?? [], changed: sealed !== undefined && opened === undefined }
})

/** The first part of a device token stays through its uses, so a form of another tab still names the account. */
const keyOf = ({ token }: RememberedAccount): string =>
  createHash('sha256')
    .update(token.split('.')[0] ?? '')
    .digest('base64url')
    .slice(0, 11)

/** The accounts that this device remembers, the one that was used last first. */
export const listAccounts = async (args: Args): Promise<ListedAccount[]> =>
  (await accountsIn(args)).accounts.map((account) => ({ key: keyOf(account), name: account.name }))

export const accountOfKey = async (args: Args, key: string): Promise<RememberedAccount | undefined> =>
  (await accountsIn(args)).accounts.find((account) => keyOf(account) === key)

export const accountOfUser = async (args: Args, userId: string): Promise<RememberedAccount | undefined> =>
  (await accountsIn(args)).accounts.find((account) => account.userId === userId)

/** Keeps an account, in place of what was kept of it before. Where there are too many, the one used longest ago goes. */
export const keepAccount = async (args: Args, account: RememberedAccount): Promise<void> => {
  const state = await accountsIn(args)
  const others = state.accounts.filter(({ userId }) => userId !== account.userId)
  state.accounts = [account, ...others].slice(0, mostAccounts)
  state.changed = true
}

export const dropAccount = async (args: Args, { userId }: Pick<RememberedAccount, 'userId'>): Promise<void> => {
  const state = await accountsIn(args)
  state.accounts = state.accounts.filter((account) => account.userId !== userId)
  state.changed = true
}

/** The Set-Cookie header for what this request has changed, if it has. */
export const changedAccounts = async (args: Args): Promise<string[]> => {
  const { accounts, changed } = await accountsIn(args)
  if (!changed) return []
  if (accounts.length === 0) return [cookie(accountsCookie, '', { maxAgeSeconds: 0, path })]
  const sealed = await seal({ accounts }, { purpose, minutes: keptDays * 24 * 60 })
  return [cookie(accountsCookie, sealed, { maxAgeSeconds: keptDays * 24 * 60 * 60, path })]
}

/** Whether the page of a path lists the accounts that a Cookie header carries, so that it is nobody else's. */
export const listsAccounts = (pagePath: string, cookieHeader: string): boolean =>
  pagePath === path && cookieIn(cookieHeader, accountsCookie, path) !== undefined
