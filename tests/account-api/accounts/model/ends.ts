import type { Actor } from './actor'
import { type Stage, stepsBy } from './step'

/** The tickets of “this was not me” that a person reads, newest first. */
export const ticketsOf = async ({ means }: Actor, { world }: Stage): Promise<string[]> => {
  const found: { id: string; ticket: string }[] = []
  for (const address of [means.mobile, means.email, means.recovery])
    for (const { id, link } of address === undefined ? [] : await world.storage.outbox.newest(address, 100)) {
      const ticket = link?.includes('/account-help/not-me') ? new URL(link).searchParams.get('ticket') : null
      if (ticket) found.push({ id, ticket })
    }
  return found.sort((one, other) => (one.id < other.id ? 1 : -1)).map(({ ticket }) => ticket)
}

/** Presses the button of one link. @returns true if the press took effect */
export const pressLink = async (me: Actor, ticket: string): Promise<boolean> => {
  const told = await me.ask('secureAccount', { ticket })
  if (told.ok) return true
  // The number was reported lost: the previous password counts.
  for (const password of told.code === 'wrong_credentials' ? me.means.passwords : [])
    if ((await me.ask('secureAccount', { ticket, password })).ok) return true
  return false
}

/** Removals that may be pending, by their names in stopPendingChange. */
export const pending = ['mobile', 'email', 'example', 'authenticator', 'passkey', 'recovery_email']

/** How a person ends access, stops pending changes, and looks. Each row names its last call. */
export const ends = stepsBy({
  logout: (me, { nth }) => me.ask('logout', { all: nth % 2 }),
  endOtherSessions: (me) => me.ask('endOtherSessions', {}),
  endSession: async (me, { nth }) => {
    const { data } = await me.ask('listSessions', {})
    const sessions = (data.sessions ?? []) as { session_id: string }[]
    const one = sessions[nth % Math.max(1, sessions.length)]
    if (one) await me.ask('endSession', { session_id: one.session_id })
  },
  endRememberedDevice: async (me) => {
    const { data } = await me.ask('listRememberedDevices', {})
    for (const { device_id } of (data.devices ?? []) as { device_id: string }[])
      await me.ask('endRememberedDevice', { device_id })
  },
  forgetAccount: async (me) => {
    const device_token = me.kept.get('remembered')
    if (device_token !== undefined) await me.ask('forgetAccount', { device_token })
  },
  stopPendingChange: (me, { nth }) => me.make('stopPendingChange', { platform: pending[nth % pending.length] ?? '' }),
  secureAccount: async (me, at) => {
    me.open()
    const tickets = await ticketsOf(me, at)
    const ticket = tickets[at.nth % Math.max(1, tickets.length)]
    if (ticket !== undefined) await pressLink(me, ticket)
  },
})

/** What a person may see of an account. */
export const looks = stepsBy({
  accountInfo: async (me, { nth }) =>
    me.ask('accountInfo', { need_plaintext: nth % 2, need_overview: 1, need_changes: 1 }),
  bindVerifyInfo: (me) => me.ask('bindVerifyInfo', {}),
  recoveryEmailInfo: (me) => me.ask('recoveryEmailInfo', {}),
  authenticatorInfo: (me) => me.ask('authenticatorInfo', {}),
  listActivity: (me) => me.ask('listActivity', {} as never),
  cancelCheck: (me) => me.ask('cancelCheck', {}),
  exportData: (me) => me.ask('exportData', {}),
  secureAccountCheck: async (me, at) => {
    const [ticket] = await ticketsOf(me, at)
    if (ticket !== undefined) await me.ask('secureAccountCheck', { ticket })
  },
})
