import type { secondWays } from '../../contract/errors'
import type { VendorInBrowser } from '../../settings/captcha-vendor'
import type { PageError, PageField } from '../forms/use-page-form'
import { isRouteErrorResponse } from '../framework'

export type Way = (typeof secondWays)[number]

/** A step-up as its page shows it. Texts are in the person's language already. */
export type StepUp = {
  /** The parked form, sealed. */
  parked: string
  /** The token of the challenge's own form. */
  formToken: string
  errors: PageError[]
  /** Fields of the parked form whose files have to be chosen again. */
  files: FilesField[]
} & ((Captcha & { vendor?: VendorCaptcha }) | SecondVerification)

/** A field with one file, or with several. */
export interface FilesField {
  name: string
  isList: boolean
}

export interface Captcha {
  kind: 'captcha'
  id: string
  /** Names the subtype to a vendor. */
  code?: number
  subtype: 'text' | '3d' | 'whirl' | 'slide'
  task: string
  pictures: { part: 'scene' | 'piece'; width: number; height: number }[]
}

/** A vendor's captcha, which script shows in place of ours, as its island is told of it. */
export type VendorCaptcha = VendorInBrowser & Pick<Captcha, 'code' | 'subtype'>

export interface SecondVerification {
  kind: 'second'
  ways: { way: Way; masked: string }[]
  /** The way that the person chose: its code, or the password, is asked for. */
  chosen: { way: Way; masked: string; waitSeconds: number } | null
}

/** The step-up that an action has thrown for the root to show, in what the root caught. */
export const stepUpIn = (caught: unknown): StepUp | undefined =>
  isRouteErrorResponse(caught) ? (caught.data as { stepUp?: StepUp } | null)?.stepUp : undefined

/** A field of a step-up, which is always shown empty, with its error. */
export const fieldIn = (errors: PageError[], name: string): PageField => ({
  name,
  value: '',
  values: [],
  error: errors.find((error) => error.name === name)?.text,
})

/** The names of a step-up's buttons, in the order in which they count. */
export const buttons = ['answer', 'another', 'close', 'send_mobile', 'send_email', 'use_password'] as const

/** What came of an answer to a step-up: the parked form is retried, or something is shown next. */
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
