import { createHash } from 'node:crypto'
import { type Args, oncePerRequest } from '../load-context'
import { cookie, cookieIn, readCookie } from './cookie.server'
import { seal, unseal } from './seal.server'

const accountsCookie = 'butterfly_accounts'
/** Only the sign-in pages get the cookie. */
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

/** An account in a list: `key` names it in a form, without revealing anything. */
export interface ListedAccount {
  key: string
  name: string
}

const accountsIn = oncePerRequest(async ({ request }: Args) => {
  const sealed = readCookie(request, accountsCookie, { path })
  const opened = sealed === undefined ? undefined : await unseal<{ accounts: RememberedAccount[] }>(sealed, { purpose })
  // A cookie that cannot be opened is deleted.
  return { accounts: opened?.accounts ?? [], changed: sealed !== undefined && opened === undefined }
})

/** The first part of a device token does not change with its uses, so a form of another tab still names the account. */
const keyOf = ({ token }: RememberedAccount): string =>
  createHash('sha256')
    .update(token.split('.')[0] ?? '')
    .digest('base64url')
    .slice(0, 11)

/** The accounts that this device remembers, the most recently used one first. */
export const listAccounts = async (args: Args): Promise<ListedAccount[]> =>
  (await accountsIn(args)).accounts.map((account) => ({ key: keyOf(account), name: account.name }))

export const accountOfKey = async (args: Args, key: string): Promise<RememberedAccount | undefined> =>
  (await accountsIn(args)).accounts.find((account) => keyOf(account) === key)

export const accountOfUser = async (args: Args, userId: string): Promise<RememberedAccount | undefined> =>
  (await accountsIn(args)).accounts.find((account) => account.userId === userId)

/** Stores an account, in place of its earlier state. If there are too many, the least recently used one is dropped. */
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

/** The Set-Cookie header for the changes of this request, if any. */
export const changedAccounts = async (args: Args): Promise<string[]> => {
  const { accounts, changed } = await accountsIn(args)
  if (!changed) return []
  if (accounts.length === 0) return [cookie(accountsCookie, '', { maxAgeSeconds: 0, path })]
  const sealed = await seal({ accounts }, { purpose, minutes: keptDays * 24 * 60 })
  return [cookie(accountsCookie, sealed, { maxAgeSeconds: keptDays * 24 * 60 * 60, path })]
}

/**
 * True when the page of a path lists the accounts that a Cookie header carries, so that it belongs to this browser
 * alone.
 */
export const listsAccounts = (pagePath: string, cookieHeader: string): boolean =>
  pagePath === path && cookieIn(cookieHeader, accountsCookie, path) !== undefined
