import { z } from 'zod'
import { defineFlow } from '~/flows/define-flow.server'

/** Exports an account's data. The file is only for the person who has just requested it, not for anyone with a link. */
export const exportData = defineFlow({
  name: 'export',
  // The flow lasts as long as the proof that the file needs is fresh.
  minutes: 10,
  start: '/settings/export',
  done: '/settings',
  steps: { file: { path: '/settings/export/file', schema: z.object({}) } },
})
