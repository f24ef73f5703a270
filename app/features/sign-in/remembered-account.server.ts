import type { z } from 'zod'
import type { Calls } from '#contract/calls'
import type { Answer } from '#contract/client'
import { isAbsent } from '~/runtime/absent-calls.server'
import { api } from '~/runtime/api.server'
import type { Args } from '~/runtime/load-context'
import { accountOfKey, accountOfUser, dropAccount, keepAccount } from '~/session/remembered-accounts.server'

/** Makes this device remember the account that was just signed in to. If that fails, the sign-in continues anyway. */
export const rememberHere = async (args: Args, userId: string): Promise<void> => {
  // A sign-in that waits for the authenticator has no session yet, but this browser may have another one.
  if (isAbsent('rememberAccount') || args.context.pendingTicket !== undefined) return
  const { rememberAccount } = await api(args)
  const had = await accountOfUser(args, userId)
  const answer = await rememberAccount(had ? { device_token: had.token } : {})
  if (!answer.ok) return
  await keepAccount(args, keptOf(userId, answer.data))
}

type Remembered = z.output<Calls['rememberAccount']['output']>

/** An account of this device, as in the cookie. */
const keptOf = (userId: string, { device_token: token, masked, name, avatar }: Remembered) => ({
  userId,
  token,
  name: masked,
  person: name ?? '',
  avatar: avatar ?? '',
})

/** A typed code, and its key. */
interface Typed {
  code?: string
  key?: string | undefined
}

/** Signs in to an account of this device. Undefined: the device does not remember it. */
export const signInRemembered = async (args: Args, accountKey: string, { code, key }: Typed = {}) => {
  const account = await accountOfKey(args, accountKey)
  if (!account) return undefined
  const { quickLogin } = await api(args)
  const answer: Answer<Calls['quickLogin']> = await quickLogin({
    device_token: account.token,
    need_frozen_user: 1,
    ...(code !== undefined && { code }),
    ...(key !== undefined && { sms_code_key: key }),
  })
  if (answer.ok) {
    await keepAccount(args, keptOf(answer.data.user_id, answer.data.remembered))
  } else if (answer.code === 'remembered_over' || answer.code === 'remembered_just_used') {
    // If the answer to a first click was lost, so was the next token.
    await dropAccount(args, account)
    return undefined
  }
  return { answer, name: account.name }
}

/** Removes an account from the list of this device, and ends its device token. */
export const forgetHere = async (args: Args, accountKey: string): Promise<void> => {
  const account = await accountOfKey(args, accountKey)
  if (!account) return
  await dropAccount(args, account)
  await (await api(args)).forgetAccount({ device_token: account.token })
}
