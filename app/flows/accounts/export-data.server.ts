import { z } from 'zod'
import { defineFlow } from '~/flows/define-flow.server'

/** Exports an account's data. The file is for a person who has just requested it, not for anybody with a link. */
export const exportData = defineFlow({
  name: 'export',
  // As long as the proof that the file needs is fresh.
  minutes: 10,
  start: '/settings/export',
  done: '/settings',
  steps: { file: { path: '/settings/export/file', schema: z.object({}) } },
})
