import type { ActivityKind } from '../../../contract/terms/activity'
import type { From } from '../../kernel/from'
import type { Change, CodeChannel } from '../../kernel/outbox/message'
import type { Recipient } from '../../kernel/outbox/post'
import { IdentifierTaken } from '../account/account'
import type { AccountProfile } from '../account/account-record'
import { record } from '../activity/activity'
import { noteChange } from '../changes/history'
import type { MethodChange } from '../changes/history-store'
import { type Held, type MethodKind, maskedMethod, methodKindOf } from '../methods/held'
import { recipientOf, tell, toldOf } from '../notices/notice'
import type { Rule, Transaction } from '../service'
import { endSignInsBy } from '../sessions/end-sign-ins'
import type { Factor } from '../sessions/factor'

interface Changing {
  /** As it was before the change. */
  account: AccountProfile
  change: Change & ActivityKind
  /** What the history says of it. Default: the change. */
  noted?: MethodChange | undefined
  /** The factors that its author has proven, where known. */
  provenBy?: Factor[] | undefined
  from: From
  detail?: string | undefined
  /** Who is told. Default: every address of the account. */
  to?: Recipient<CodeChannel>[]
  link?: 'ticket' | 'page' | 'none'
  make: () => Promise<unknown>
}

/**
 * Makes a change of the methods of an account: notes what it had before, records the change and tells its addresses. The
 * account has to be locked.
 */
export const changeMethod: Rule<Changing, void> = async (
  setting,
  stores,
  {
    account,
    change,
    noted = change,
    provenBy = null,
    from,
    detail = '',
    to = toldOf(setting, account),
    link = 'ticket',
    make,
  },
) => {
  await noteChange(setting, stores, { accountId: account.id, change: noted, provenBy })
  await make()
  await record(setting, stores, { accountId: account.id, kind: change, from, detail })
  await tell(setting, stores, { account, to, change, detail, link })
}

interface Leaving extends Pick<Held, 'method' | 'value'> {
  accountId: string
}

/** What takes each kind of method off an account. */
const takenOff: Record<MethodKind, (stores: Transaction, leaving: Leaving) => Promise<unknown>> = {
  mobile: (stores, leaving) => unbind(stores, 'mobile', leaving),
  email: (stores, leaving) => unbind(stores, 'email', leaving),
  platform: ({ platforms }, { accountId, method: platform, value: openid }) =>
    platforms.unbind({ accountId, platform, openid }),
  authenticator: ({ authenticators }, { accountId }) => authenticators.remove(accountId),
  passkey: async ({ passkeys, sessions }, { accountId, value: id }) => {
    await passkeys.remove({ accountId, id })
    // What is left of the sessions has to prove a passkey again, where one is asked for.
    await sessions.forgetPasskeys(accountId)
  },
  recovery_email: ({ recoveryEmails }, { accountId }) => recoveryEmails.remove(accountId),
}

const unbind = async ({ accounts }: Transaction, kind: 'mobile' | 'email', { accountId, value }: Leaving) => {
  if (!(await accounts.unbind({ kind, value, accountId }))) throw new IdentifierTaken({ kind, value })
}

interface Removal extends Pick<Held, 'method' | 'value'>, Omit<Changing, 'change' | 'noted' | 'detail' | 'make'> {
  /** The session that stays, though it may have begun by the method. */
  keptSessionId?: string | undefined
  /** True when somebody has reported a mobile lost. */
  isLost?: boolean
}

/**
 * Removes a method of an account: ends the sign-ins that it has let in and the change of it that was pending, and tells
 * every address, including the removed one. The account has to be locked.
 * @throws IdentifierTaken when the account does not have the address any more
 */
export const removeMethod: Rule<Removal, void> = async (
  setting,
  stores,
  { account, method, value, keptSessionId, isLost = false, ...known },
) => {
  const accountId = account.id
  const kind = methodKindOf(method)
  const make = async () => {
    await takenOff[kind](stores, { accountId, method, value })
    // Another passkey may be what waits for its removal.
    if (kind !== 'passkey') await stores.pendingChanges.drop(accountId, method)
    if (kind !== 'recovery_email')
      await endSignInsBy(setting, stores, { accountId, entrance: kind, from: known.from, keptSessionId })
  }
  const told = kind === 'recovery_email' ? [recipientOf({ kind: 'email', value })] : []
  await changeMethod(setting, stores, {
    to: [...toldOf(setting, account), ...told],
    ...known,
    account,
    change: `${kind}_removed`,
    noted: isLost ? 'mobile_lost' : undefined,
    detail: maskedMethod({ method, value }),
    make,
  })
}
