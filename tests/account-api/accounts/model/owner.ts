import type { Actor } from './actor'
import { changes, removals } from './changes'
import { ends, pending, pressLink, ticketsOf } from './ends'
import { signIns } from './sign-ins'
import type { Stage, Step } from './step'

const isIn = async (me: Actor, { userId }: Stage): Promise<boolean> => {
  const { account } = (await me.ask('checkLogin', {})).data as { account?: { user_id: string } }
  return account?.user_id === userId
}

/** Continues if a sign-in is not complete. */
const goOn: Step = async (me, at) => {
  await signIns.undoCancellation(me, at)
  await signIns.completeSignIn(me, at)
}

/** How the help pages let an owner in, in their order: a reset, which proves an address, then every other sign-in. */
const waysIn: Step[] = [
  changes.resetPasswordByEmail,
  changes.resetPasswordByMobile,
  signIns.passkeySignIn,
  signIns.emailCodeLogin,
  signIns.smsLogin,
  (me, at) => signIns.accountLoginV2(me, { ...at, nth: 0 }),
  // The password from before a contested reset.
  (me, at) => signIns.accountLoginV2(me, { ...at, nth: 1 }),
]

/** Tries each sign-in method. If a sign-in requires an app that the owner lacks, reports it lost. */
const enter = async (me: Actor, at: Stage): Promise<boolean> => {
  for (const way of waysIn) {
    at.world.passMinutes(2)
    await way(me, at)
    await goOn(me, at)
    if (await isIn(me, at)) return true
    await signIns.reportLostAuthenticator(me, at)
  }
  return false
}

/** Presses a link from a message, and the next one if that has no effect. */
const press = async (me: Actor, at: Stage): Promise<void> => {
  const tickets = await ticketsOf(me, at)
  const first = at.nth % Math.max(1, tickets.length)
  me.open()
  for (const ticket of [...tickets.slice(first), ...tickets.slice(0, first)]) if (await pressLink(me, ticket)) return
}

/** Proves the second factor that the deployment requires, or sets up an app that replaces a lost one. */
const showFactor = async (me: Actor, at: Stage): Promise<void> => {
  const isDue = async () => (await me.make('listSessions', {})).code === 'factor_due'
  if (await isDue()) await changes.addAuthenticator(me, { ...at, nth: 0 })
  if (!(await isDue())) return
  await removals.removeAuthenticator(me, at)
  await changes.addAuthenticator(me, { ...at, nth: 0 })
}

/** What an owner who is in does: a new password, all others out, nothing waits, and nothing is there that is not theirs. */
const tidy = async (me: Actor, at: Stage): Promise<void> => {
  const { world } = at
  await showFactor(me, at)
  for (const nth of pending.keys()) await ends.stopPendingChange(me, { ...at, nth })
  // A fresh session is not asked for the passkey that the owner of a stolen number has.
  world.passMinutes(11)
  await changes.changePassword(me, at)
  await ends.endOtherSessions(me, at)
  const { mobile, email } = await world.profileOf(at.userId)
  const strange = [mobile !== null && !at.isOwn(mobile), email !== null && !at.isOwn(email)]
  for (const [nth, is] of strange.entries()) if (is) await removals.unbindPlatform(me, { ...at, nth })
}

/**
 * Follows the help pages for an owner who feels robbed, for 48 hours at most.
 * @param meanwhile what happens while the owner waits for two days
 */
export const followHelp = async (me: Actor, at: Stage, meanwhile: () => Promise<unknown>): Promise<boolean> => {
  await press(me, at)
  const isInAtOnce = await enter(me, at)
  if (!isInAtOnce) await meanwhile()
  if (!isInAtOnce && !(await enter(me, at))) return false
  await tidy(me, at)
  return isIn(me, at)
}
