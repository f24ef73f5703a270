import type { SubmissionResult } from '@conform-to/react'
import type { StepUp } from '../step-up/step-up'

/** What an action answers about a form that has to be sent again: conform's result, and what goes beside it. */
export type FormAnswer = SubmissionResult & {
  /** Ways on. */
  links: { path: string; text: string }[]
  /** What has to be shown in place of the form before it can go on. */
  stepUp?: StepUp
  /** The step-up was closed; why, in the words of the specification (section 8). */
  closed?: '' | 'SECOND_VALID'
}
