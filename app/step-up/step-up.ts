import type { secondWays } from '../../contract/errors'
import type { VendorInBrowser } from '../../settings/captcha-vendor'
import type { PageError, PageField } from '../forms/use-page-form'
import { isRouteErrorResponse } from '../framework'

export type Way = (typeof secondWays)[number]

/** A step-up as its page shows it, with texts in the person's language. */
export type StepUp = {
  /** The parked form, sealed. */
  parked: string
  /** The form token of the step-up's own form. */
  formToken: string
  errors: PageError[]
  /** The fields of the parked form that had files, which have to be chosen again. */
  files: FilesField[]
} & ((Captcha & { vendor?: VendorCaptcha }) | SecondVerification)

/** A field with one file or several. */
export interface FilesField {
  name: string
  isList: boolean
}

export interface Captcha {
  kind: 'captcha'
  id: string
  /** The number of the subtype, for a vendor's captcha. */
  code?: number
  subtype: 'text' | '3d' | 'whirl' | 'slide'
  task: string
  pictures: { part: 'scene' | 'piece'; width: number; height: number }[]
}

/** A vendor's captcha, which its island shows in place of ours. */
export type VendorCaptcha = VendorInBrowser & Pick<Captcha, 'code' | 'subtype'>

export interface SecondVerification {
  kind: 'second'
  ways: { way: Way; masked: string }[]
  /** After how many hours the form takes effect without this proof, at the person's wish. Null: never. */
  waitHours: number | null
  /** The way that the person chose. */
  chosen: { way: Way; masked: string; waitSeconds: number } | null
}

/** The step-up that an action threw, among the errors and responses that the root catches. */
export const stepUpIn = (caught: unknown): StepUp | undefined =>
  isRouteErrorResponse(caught) ? (caught.data as { stepUp?: StepUp } | null)?.stepUp : undefined

/** A field of a step-up with its error. It is always shown empty. */
export const fieldIn = (errors: PageError[], name: string): PageField => ({
  name,
  value: '',
  values: [],
  error: errors.find((error) => error.name === name)?.text,
})

/** The names of a step-up's buttons. If several were posted, the first counts. */
export const buttons = ['answer', 'another', 'close', 'wait', 'send_mobile', 'send_email', 'use_password'] as const

/** The result of an answer to a step-up: the parked form is retried, or the next page is shown. */
export type Checked<Requirement> = 'passed' | ShownNext<Requirement>

export interface ShownNext<Requirement> {
  requirement: Requirement
  errors: PageError[]
  chosen?: SecondVerification['chosen']
}

/** The text in a posted field; empty for a file and for a field that was not posted. */
export const textIn = (posted: FormData, name: string): string => {
  const value = posted.get(name)
  return typeof value === 'string' ? value : ''
}
