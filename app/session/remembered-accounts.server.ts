import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type Args, oncePerRequest } from '~/runtime/load-context'
import { sealedCookie } from './sealed-cookie.server'

const rememberedAccount = z.object({
  userId: z.string(),
  /** The device token of the account API. */
  token: z.string(),
  name: z.string(),
  /** The name of its person and the key of its picture, or nothing. */
  person: z.string().default(''),
  avatar: z.string().default(''),
})

/** An account that this device remembers. */
type RememberedAccount = z.output<typeof rememberedAccount>

/** Only the sign-in pages get the cookie. */
const path = '/login'
const accountsCookie = sealedCookie({
  name: 'butterfly_accounts',
  purpose: 'remembered accounts',
  minutes: 90 * 24 * 60,
  path,
  schema: z.object({ accounts: z.array(rememberedAccount) }),
})
const mostAccounts = 5

/** An account in a list: `key` identifies it in a form, without revealing anything. */
export interface ListedAccount {
  key: string
  name: string
  person: string
  avatar: string
}

const accountsIn = oncePerRequest(async ({ request }: Args) => {
  const opened = await accountsCookie.read(request)
  // A cookie that cannot be opened is deleted.
  return { accounts: opened?.accounts ?? [], changed: accountsCookie.isIn(request) && opened === undefined }
})

/**
 * The first part of a device token does not change when it is used, so a form in another tab still identifies the
 * account.
 */
const keyOf = ({ token }: RememberedAccount): string =>
  createHash('sha256')
    .update(token.split('.')[0] ?? '')
    .digest('base64url')
    .slice(0, 11)

/** The accounts that this device remembers, the most recently used one first. */
export const listAccounts = async (args: Args): Promise<ListedAccount[]> =>
  (await accountsIn(args)).accounts.map((account) => {
    const { name, person, avatar } = account
    return { key: keyOf(account), name, person, avatar }
  })

export const accountOfKey = async (args: Args, key: string): Promise<RememberedAccount | undefined> =>
  (await accountsIn(args)).accounts.find((account) => keyOf(account) === key)

export const accountOfUser = async (args: Args, userId: string): Promise<RememberedAccount | undefined> =>
  (await accountsIn(args)).accounts.find((account) => account.userId === userId)

/** Stores an account, replacing its earlier state. If there are too many, the least recently used one is dropped. */
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
  return [accounts.length === 0 ? accountsCookie.clear() : await accountsCookie.write({ accounts })]
}

/** True when the page of a path lists the accounts in a Cookie header, so the page must not be shared. */
export const listsAccounts = (pagePath: string, cookieHeader: string): boolean =>
  pagePath === path && accountsCookie.isIn(cookieHeader)
