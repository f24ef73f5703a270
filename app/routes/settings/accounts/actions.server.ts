import { z } from 'zod'
import { keepPresent, leaveAllHere, leaveKept, switchToKept } from '~/features/sign-in/kept-accounts.server'
import type { Form } from '~/forms/reading/parse-form.server'
import { redirectAndRotate, redirectTo } from '~/navigation/redirect.server'
import { withNext } from '~/navigation/returning/return-address'
import { nextToCarry, returnAddressOf } from '~/navigation/returning/return-address.server'
import { api } from '~/runtime/api.server'
import type { Args } from '~/runtime/load-context'
import { endSession, visitor } from '~/session/visitor.server'

/** The page of devices, to which all its forms redirect. */
export const here = '/settings/accounts'

const button = z.string().optional()

/** The forms of the page. Each has a field that no other form has. */
export const Devices = z
  .object({
    // Where the account is signed in.
    session_id: z.string().max(64).optional(),
    others: button,
    everywhere: button,
    // The devices that remember it.
    device_id: z.string().min(1).max(64).optional(),
    // The accounts at this browser.
    account: z.string().max(16).optional(),
    leave: button,
    add: button,
    leave_all: button,
  })
  .refine((typed) => Object.values(typed).some((value) => value), 'error.invalid_input')

type Typed = z.output<typeof Devices>
type Read = Extract<Form<typeof Devices>, { ok: true }>

/** Ends sessions of the account: one, all others, or all of them. */
export const endSessions = async (args: Args, form: Read): Promise<Response> => {
  const { session_id, everywhere } = form.value
  const client = await api(args)
  if (everywhere) {
    const left = await client.logout({ all: 1 })
    if (!left.ok) return form.reply(left)
    await endSession(args)
    return redirectAndRotate(args, { path: '/login', notice: 'signed_out' })
  }
  const answer = session_id ? await client.endSession({ session_id }) : await client.endOtherSessions({})
  // The second of two clicks, or the device itself, was faster.
  if (!answer.ok && answer.code === 'no_such_session') return redirectTo(args, { path: here, notice: 'session_over' })
  if (!answer.ok) return form.reply(answer)
  // The page has no form that ends the current session, but a person can make one.
  const { signedIn } = await visitor(args)
  if (!signedIn) return redirectAndRotate(args, { path: '/login', notice: 'signed_out' })
  return redirectTo(args, { path: here, notice: session_id ? 'session_ended' : 'other_sessions_ended' })
}

/** Makes a device forget the account. */
export const endRemembered = async (args: Args, form: Read, device_id: string): Promise<Response> => {
  const answer = await (await api(args)).endRememberedDevice({ device_id })
  // The second of two clicks finds it gone.
  if (!answer.ok && answer.code !== 'no_such_device') return form.reply(answer)
  return redirectTo(args, { path: here, notice: 'device_ended' })
}

/**
 * Switches between the accounts at this browser, adds one, or signs out of them. A return address is followed
 * afterwards.
 */
export const changeKept = async (args: Args, { account = '', leave, add, leave_all }: Typed): Promise<Response> => {
  if (leave_all !== undefined) {
    await leaveAllHere(args)
    return redirectAndRotate(args, { path: '/login', notice: 'signed_out' })
  }
  const carried = await nextToCarry(args)
  const again = withNext(here, carried)
  if (add !== undefined) {
    if (!(await keepPresent(args))) return redirectTo(args, { path: again, notice: 'kept_too_many' })
    return redirectAndRotate(args, { path: '/login', next: carried ?? here, notice: 'account_kept' })
  }
  if (leave !== undefined) {
    await leaveKept(args, account)
    return redirectTo(args, { path: again, notice: 'account_left' })
  }
  const switched = await switchToKept(args, account)
  if (switched !== 'switched') return redirectTo(args, { path: again, notice: `kept_${switched}` })
  const next = await returnAddressOf(args)
  return redirectAndRotate(args, next === undefined ? { path: '/settings', notice: 'account_entered' } : next)
}
