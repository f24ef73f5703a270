import type { SubmissionResult } from '@conform-to/react'

/** What an action answers about a form that has to be sent again: conform's result, and what goes beside it. */
export type FormAnswer = SubmissionResult & {
  /** Ways on. */
  links: { path: string; text: string }[]
  /** The step-up was closed; why, in the words of the specification (section 8). */
  closed?: '' | 'SECOND_VALID'
}
