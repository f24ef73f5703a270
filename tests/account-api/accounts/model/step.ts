import type { World } from '#tests/account-api/worlds/world'
import type { Actor } from './actor'

/** The state of a play: the account, and a number that selects among a step’s choices. */
export interface Stage {
  world: World
  userId: string
  username: string
  nth: number
  /** True for an address that the account had before the thief came. */
  isOwn: (address: string) => boolean
}

/** What a person does at one moment. It does nothing if they lack what it needs. */
export type Step = (me: Actor, at: Stage) => Promise<unknown>

/** Steps by name, mostly the call that the step ends with. */
export const stepsBy = <Name extends string>(steps: Record<Name, Step>): Record<Name, Step> => steps

type Matched = { matching_number: number }

/** What an answer with a QR code gives both sides: the polling token, and what the phone reads. */
export const readQrCode = (data: object) => {
  const { token, qrcode_url, matching_number } = data as Record<'token' | 'qrcode_url', string> & Matched
  return { polling: token, token: new URL(qrcode_url).searchParams.get('token') ?? '', matching_number }
}
