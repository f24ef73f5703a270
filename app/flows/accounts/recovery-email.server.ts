import { z } from 'zod'
import { sentCode } from '~/features/codes/sent-code.server'
import { defineFlow } from '~/flows/define-flow.server'

/** Adds or replaces a recovery address. */
export const recoveryEmail = defineFlow({
  name: 'recovery-email',
  minutes: 15,
  start: '/settings/recovery-email',
  done: { path: '/settings/recovery-email', notice: 'recovery_email_set' },
  steps: { code: { path: '/settings/recovery-email/code', schema: z.object({ code: sentCode }) } },
})
