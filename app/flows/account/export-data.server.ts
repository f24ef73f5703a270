import { z } from 'zod'
import { defineFlow } from '~/flows/define-flow.server'

/** Exports an account's data. The file is there for a person who has just asked for it, not for a link to it. */
export const exportData = defineFlow({
  name: 'export',
  // As long as the proof that the file needs is fresh.
  minutes: 10,
  start: '/settings/export',
  done: '/settings',
  steps: { file: { path: '/settings/export/file', schema: z.object({}) } },
})
