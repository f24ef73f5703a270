import { freshAddress } from '#tests/account-api/worlds/world'
import type { Actor } from './actor'
import { readQrCode, type Step, stepsBy } from './step'

/** The account’s address that a person reads, and the other kind, which their own account has. */
const readBy = ({ means }: Actor): 'mobile' | 'email' => (means.mobile === undefined ? 'email' : 'mobile')

/** Switches to a browser signed in to the person’s other account, which lacks such an address. */
const inOwnAccount = async (me: Actor, world: Parameters<Step>[1]['world'], lacks: 'mobile' | 'email') => {
  const { jar } = lacks === 'mobile' ? await world.registerEmail() : await world.registerMobile()
  return me.take({ jar, address: freshAddress(), kept: new Map(), isElsewhere: true })
}

/** Requests the account’s address from another account. */
const ask = async (me: Actor, world: Parameters<Step>[1]['world'], unbind_exist: number) => {
  const kind = readBy(me)
  if (me.means[kind] === undefined) return undefined
  const was = await inOwnAccount(me, world, kind)
  const got = await me.codeFor(kind, 'bind')
  if (!got) {
    me.at(was)
    return undefined
  }
  const typed = { [kind]: got.to, code: got.code, unbind_exist } as never
  const told = await me.ask(kind === 'mobile' ? 'bindMobile' : 'bindEmail', typed)
  return { kind, to: got.to, told, was }
}

/** How a person moves an address or identity to another account. The model’s owners use none of these. */
export const takeovers = stepsBy({
  takeOver: async (me, { world }) => {
    const asked = await ask(me, world, 1)
    if (asked) me.at(asked.was)
  },
  switchBind: async (me, { world }) => {
    const asked = await ask(me, world, 0)
    const ticket = asked?.told.data.ticket
    if (!asked) return
    if (ticket !== undefined) await me.make('switchBind', { [asked.kind]: asked.to, ticket: String(ticket) })
    me.at(asked.was)
  },
  checkChangeBindQrcode: async (me, { world, nth }) => {
    const kind = readBy(me)
    const phone = await inOwnAccount(me, world, kind)
    const shown = await me.ask('getChangeBindQrcode', {})
    if (!shown.ok) {
      me.at(phone)
      return
    }
    const { polling, token, matching_number } = readQrCode(shown.data)
    const screen = me.at(phone)
    await me.ask('scanChangeBindQrcode', { token })
    await me.make('confirmChangeBindQrcode', { token, matching_number, platform: nth % 3 === 0 ? 'example' : kind })
    me.at(screen)
    await me.ask('checkChangeBindQrcode', { token: polling })
    me.at(phone)
  },
})
