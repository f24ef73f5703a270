import type { RequestOptions } from '#contract/verification/passkey-fields'
import type { secondWays } from '#contract/verification/proof-errors'
import type { VendorInBrowser } from '#settings/vendors/captcha-vendor'
import type { PageError, PageField } from '~/forms/use-page-form'
import { isRouteErrorResponse } from '~/framework'

export type Way = (typeof secondWays)[number]

/** A step-up as its page shows it, with texts in the person's language. */
export type StepUp = {
  /** The parked form, sealed. */
  parked: string
  formToken: string
  errors: PageError[]
  /** The typed values, when a button only showed the step-up in another language. Contains no password. */
  typed?: Typed
  /** The fields of the parked form that had files, which have to be chosen again. */
  files: FilesField[]
} & ((Captcha & { vendor?: VendorCaptcha }) | SecondVerification)

export type Typed = Partial<Record<'text' | 'code', string>>

export interface FilesField {
  name: string
  isList: boolean
}

export interface Captcha {
  kind: 'captcha'
  id: string
  /** Only the vendor, if any, has a challenge. Left out otherwise, because small pages seal this value. */
  isElsewhere?: true
  /** The number of the subtype, for a vendor's captcha. */
  code?: number
  subtype: 'text' | '3d' | 'whirl' | 'slide'
  task: string
  pictures: { part: 'scene' | 'piece'; width: number; height: number }[]
  /** The seconds until the form is sent without an answer. Left out: never. */
  wait?: number
}

/** A captcha whose task is not yet in words. */
export type OpenedCaptcha = Omit<Captcha, 'task'> & { prompt: Record<string, string | undefined> }

/** A vendor's captcha, which its island shows instead of the built-in one. */
export type VendorCaptcha = VendorInBrowser & Pick<Captcha, 'code' | 'subtype'>

export interface SecondVerification {
  kind: 'second'
  ways: { way: Way; masked: string }[]
  /** If there are no ways: the third-party identities whose providers can prove the person. */
  platforms: { platform: string; name: string }[]
  /**
   * The number of hours after which the form takes effect without this proof, if the person chooses to wait. Null:
   * never.
   */
  waitHours: number | null
  /** True when the person has just proven something that is not enough. */
  lacksAnother: boolean
  /** True when an organisation requires the passkey of the person, as their second factor. */
  asksFactor: boolean
  /** The way that the person chose. */
  chosen: ChosenWay | null
}

export interface ChosenWay {
  way: Way
  masked: string
  /** The seconds until a new code can be requested. 0: now. */
  waitSeconds: number
  /** The time from which a new code can be requested, in ms. 0: now. */
  againAt: number
  /** For a passkey: the options with which its browser proves it. */
  options?: RequestOptions
}

/** The step-up that an action threw, among the errors and responses that the root catches. */
export const stepUpIn = (caught: unknown): StepUp | undefined =>
  isRouteErrorResponse(caught) ? (caught.data as { stepUp?: StepUp } | null)?.stepUp : undefined

/** A field of a step-up with its error. After an answer it is empty. */
export const fieldIn = ({ errors, typed = {} }: Pick<StepUp, 'errors' | 'typed'>, name: string): PageField => ({
  name,
  value: typed[name as keyof Typed] ?? '',
  values: [],
  error: errors.find((error) => error.name === name)?.text,
})

/** The names of a step-up's buttons. If several were posted, the first counts. */
export const buttons = [
  'answer',
  'another',
  'letters',
  'waited',
  'close',
  'wait',
  'send_mobile',
  'send_email',
  'use_password',
  'use_authenticator',
  'use_passkey',
  // The page to which a provider returns people needs it.
  'proven',
] as const

/** The result of an answer to a step-up: the parked form is retried, or the next page is shown. */
export type Checked<Requirement> = 'passed' | ShownNext<Requirement>

export interface ShownNext<Requirement> {
  requirement: Requirement
  errors: PageError[]
  typed?: Typed
  chosen?: SecondVerification['chosen']
}

/** The text in a posted field; empty for a file and for a field that was not posted. */
export const textIn = (posted: FormData, name: string): string => {
  const value = posted.get(name)
  return typeof value === 'string' ? value : ''
}
