import type { Blocker } from './cancellation/blockers'
import type { DrawPuzzle } from './captcha/puzzle'
import type { LookUpTexts } from './mail-domain/look-up'
import type { Channel, CodeChannel, Compose } from './message/message'
import type { AskOutside } from './outside'
import type { Peppers } from './password/pepper'
import type { DefaultPicture, FetchPicture, MakePicture } from './picture/kinds'
import type { Provider } from './platform/provider'

/** Asks whether a captcha's vendor gave a token to a person at this client address. A failure counts as no. */
export type JudgeVendorToken = (token: string, clientAddress: string) => Promise<boolean>

/** What the rules need besides stores: a clock, secrets, limits and channels. A rule gets its stores as an argument. */
export interface Setting {
  /** The time in milliseconds since the epoch. */
  now(): number
  /**
   * The key ring, from which a key is derived for each use. The first secret makes keyed hashes, each of them verifies.
   * At least one, of at least 32 bytes.
   */
  secrets: readonly string[]
  peppers: Peppers
  compose: Compose
  /** The public URL of the web app. Links in messages start with it. */
  publicUrl: string
  /** The application that these settings name: it is at `publicUrl`, and is the operator's own. */
  application: { aid: string; names: Record<'en' | 'zh-Hans', string> }
  /** The schemes of the host apps that deep links may lead to. */
  appSchemes: ReadonlySet<string>
  /** The channels that can deliver a message. */
  channels: readonly Channel[]
  /**
   * Whether the first attempt to deliver a code is refused for good, as far as that is known within a moment. `id` is
   * that of its message.
   */
  isRefused(channel: CodeChannel, id: string): Promise<boolean>
  /** Fixed codes of reserved identifiers, by identifier. No message is sent to these. */
  testCodes: ReadonlyMap<string, string>
  /** The rules that can refuse a cancellation. */
  blockers: readonly Blocker[]
  /** The region of a mobile number that was typed without its country code. */
  defaultRegion: string
  drawPuzzle: DrawPuzzle
  /** Speaks six digits in a language, as WAV. Its random choices follow from a key of 32 bytes. */
  speak(digits: string, language: string, key: Uint8Array): Buffer
  /** Undefined: no vendor is configured, so no token is accepted. */
  judgeVendorToken: JudgeVendorToken | undefined
  makePicture: MakePicture
  defaultPicture: DefaultPicture
  fetchPicture: FetchPicture
  /** Asks addresses that organisations and people have set. Those of the operator need no such care. */
  askOutside: AskOutside
  /** The regions that SMS may go to (ISO 3166-1 alpha-2). Undefined: all regions. */
  smsRegions: ReadonlySet<string> | undefined
  /** The most SMS in 24 hours to one region for one purpose. */
  smsDailyCap: number
  /** How long the activity is kept. */
  activityDays: number
  /** How long the logs of organisations are kept. */
  organisationLogDays: number
  /** The providers of third-party identities, by platform. */
  providers: ReadonlyMap<string, Provider>
  /** Asks the DNS for text records. */
  lookUpTexts: LookUpTexts
  /** Writes a warning for the operator into the log. */
  warn(fields: object, message: string): void
}

/** The seconds from now until a time: whole, and at least 1. */
export const secondsUntil = (setting: Setting, at: number): number =>
  Math.max(1, Math.ceil((at - setting.now()) / 1000))
