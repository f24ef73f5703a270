import type { World } from '#tests/account-api/worlds/world'
import type { Actor } from './actor'

/** Where a play is: the account, and a number that chooses among what a step may do. */
export interface Stage {
  world: World
  userId: string
  username: string
  nth: number
  /** True for an address that the account had before the thief came. */
  isOwn: (address: string) => boolean
}

/** What a person does at one moment. It does nothing where they lack what it takes. */
export type Step = (me: Actor, at: Stage) => Promise<unknown>

/** Steps by their names, each of which is mostly the call that the step ends with. */
export const stepsBy = <Name extends string>(steps: Record<Name, Step>): Record<Name, Step> => steps

/** What an answer with a QR code has for both sides: the token that asks for its state, and what the phone reads. */
export const readQrCode = (data: object) => {
  const {
    token: polling,
    qrcode_url,
    matching_number,
  } = data as {
    token: string
    qrcode_url: string
    matching_number: number
  }
  return { polling, token: new URL(qrcode_url).searchParams.get('token') ?? '', matching_number }
}
