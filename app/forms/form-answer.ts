import type { SubmissionResult } from '@conform-to/react'

/** What an action answers about a form that has to be sent again: conform's result, and ways on beside it. */
export type FormAnswer = SubmissionResult & { links: { path: string; text: string }[] }
