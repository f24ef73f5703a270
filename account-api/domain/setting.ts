import type { Blocker } from './cancellation/blockers'
import type { DrawPuzzle } from './captcha/puzzle'
import type { Channel, Compose } from './message/message'
import type { DefaultPicture, MakePicture } from './picture/kinds'

/** Whether a captcha's vendor knows a token as one that it gave to a person at this client address. A failure counts as no. */
export type JudgeVendorToken = (token: string, clientAddress: string) => Promise<boolean>

/** What the rules know of the world. It has no storage: a rule is given the stores that it may use. */
export interface Setting {
  /** Milliseconds since the epoch. */
  now(): number
  /** Keys the hashes of codes, which alone would be too few to hide. At least 32 bytes. */
  secret: string
  compose: Compose
  /** The address of the web app that people use: where links in messages lead. */
  publicUrl: string
  /** The channels that a message can leave by. */
  channels: readonly Channel[]
  /** Fixed codes of reserved identifiers, by identifier; nothing is sent to those. */
  testCodes: ReadonlyMap<string, string>
  /** What may stand in the way of cancelling an account. */
  blockers: readonly Blocker[]
  /** The region of a mobile number that is typed without its country code. */
  defaultRegion: string
  drawPuzzle: DrawPuzzle
  /** Six digits as a sound (WAV), in a language. */
  speak(digits: string, language: string): Buffer
  /** Asks a captcha's vendor about a token; undefined: there is no vendor, so no token is good. */
  judgeVendorToken: JudgeVendorToken | undefined
  makePicture: MakePicture
  defaultPicture: DefaultPicture
  /** The regions that SMS go to (ISO 3166-1 alpha-2); undefined: all of them. */
  smsRegions: ReadonlySet<string> | undefined
  /** The most SMS that are sent a day, to all numbers together. */
  smsDailyCap: number
}

/** Whole seconds from now until a time, at least 1: what a person is told to wait. */
export const secondsUntil = (setting: Setting, at: number): number =>
  Math.max(1, Math.ceil((at - setting.now()) / 1000))
