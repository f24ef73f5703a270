import type { secondWays } from '../../contract/errors'
import type { VendorInBrowser } from '../../settings/captcha-vendor'
import { isRouteErrorResponse } from '../framework'

type Way = (typeof secondWays)[number]

/** What a person has to show before their form goes on, as its page shows it. Texts are in their language already. */
export type StepUp = {
  /** The parked form, sealed. */
  parked: string
  /** The token of the challenge's own form. */
  formToken: string
  errors: string[]
} & ((Captcha & { vendor?: VendorCaptcha }) | Second)

export interface Captcha {
  kind: 'captcha'
  id: string
  /** Names the subtype to a vendor. */
  code?: number
  subtype: 'text' | '3d' | 'whirl' | 'slide'
  task: string
  pictures: { part: 'scene' | 'piece'; width: number; height: number }[]
}

/** A vendor's captcha that script shows in place of ours, as its island is told of it. */
export type VendorCaptcha = VendorInBrowser & Pick<Captcha, 'code' | 'subtype'>

export interface Second {
  kind: 'second'
  ways: { way: Way; masked: string }[]
  /** The way that was chosen: its code, or the password, is asked for now. */
  chosen: { way: Way; masked: string; waitSeconds: number } | null
}

/** The step-up that an action has thrown for the root to show, in what the root caught. */
export const stepUpIn = (caught: unknown): StepUp | undefined =>
  isRouteErrorResponse(caught) ? (caught.data as { stepUp?: StepUp } | null)?.stepUp : undefined

/** Which button of a step-up was pressed. */
export const pressed = ['answer', 'another', 'close', 'send_mobile', 'send_email', 'use_password'] as const

/** What became of what a person showed: the form may go on, or this is what to show next. */
export type Judged<Need> = 'passed' | { need: Need; errors: string[]; chosen?: Second['chosen'] }

export const textIn = (posted: FormData, name: string): string => {
  const value = posted.get(name)
  return typeof value === 'string' ? value : ''
}
