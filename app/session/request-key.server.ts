import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { accountMarkCookie } from '#contract/wire/headers'
import type { Args } from '~/runtime/load-context'
import { newBrowserId } from './browser-id.server'
import { keyRing } from './key-ring.server'
import { visitor } from './visitor.server'

/** The field that identifies a form's page, so two presses of its button are recognised as one. */
export const requestKeyField = 'request_key'

const bind = (nonce: string, account: string, key: KeyObject): Buffer =>
  createHmac('sha256', key).update(`${nonce}.${account}`).digest().subarray(0, 16)

/**
 * A new request key: a random part, and its keyed hash for the account that sees the page. It reveals nothing about the
 * account.
 */
export const newRequestKey = async (args: Args): Promise<string> => {
  const nonce = newBrowserId()
  const [key] = keyRing(requestKeyField)
  if (!key) throw new Error('no session secret')
  return `${nonce}.${bind(nonce, (await accountMark(args)) ?? '', key).toString('base64url')}`
}

/** The request key of a form, if it has the right form. */
export const requestKeyIn = (fields: FormData): string | undefined => {
  const requestKey = fields.get(requestKeyField)
  return typeof requestKey === 'string' && /^[\w-]{22}\.[\w-]{22}$/.test(requestKey) ? requestKey : undefined
}

/** True when a request key comes from a page of the account that is signed in now. */
export const isOwnRequestKey = async (args: Args, requestKey: string): Promise<boolean> => {
  const [nonce = '', mark = ''] = requestKey.split('.')
  const account = await accountMark(args)
  if (account === undefined) return false
  const given = Buffer.from(mark, 'base64url')
  return keyRing(requestKeyField).some(
    (key) => given.length === 16 && timingSafeEqual(given, bind(nonce, account, key)),
  )
}

/** The account API's mark of this browser's account. Undefined: it sets none. */
const accountMark = async (args: Args): Promise<string | undefined> => {
  const { jar, signedIn } = await visitor(args)
  return signedIn ? jar.get(accountMarkCookie) : undefined
}
