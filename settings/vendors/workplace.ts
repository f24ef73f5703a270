import { z } from 'zod'
import { isSafeUrl } from './safe-url'
import { signingSecrets } from './signing-secrets'

/** The variables of workplace messaging, which the account API reads: of a webhook, or of a Lark or Feishu app. */
export const workplace = z.object({
  WORKPLACE_WEBHOOK_URL: z.string().refine(isSafeUrl, 'has to be an https address without a user').optional().meta({
    description:
      'https receiver (http on this machine) of [invitations](workplace-messages.md#a-webhook) by workplace messaging.',
  }),
  WORKPLACE_WEBHOOK_SECRET: signingSecrets.optional().meta({
    description:
      'Secret that [signs these invitations](workplace-messages.md#a-webhook): `whsec_` and base64 of 24 to 64 bytes.',
    more: 'To replace it, give both, comma-separated: requests are signed with each.',
  }),
  LARK_APP_ID: z
    .string()
    .regex(/^cli_\w{1,60}$/, 'has to be the id of a Lark or Feishu app, such as cli_a1b2c3d4e5f6')
    .optional()
    .meta({
      description:
        '[Lark or Feishu app](workplace-messages.md#a-lark-or-feishu-app) whose bot sends invitations, instead of a webhook.',
    }),
  LARK_APP_SECRET: z
    .string()
    .regex(/^[!-~]{16,128}$/, 'has to be the secret of the app, 16 to 128 characters')
    .optional()
    .meta({
      description: 'Secret of the Lark or Feishu app.',
    }),
  LARK_URL: z
    .string()
    .default('https://open.feishu.cn')
    .transform((text, context): URL => {
      const url = isSafeUrl(text) ? new URL(text) : undefined
      if (url && url.href === `${url.origin}/`) return url
      const message = 'has to be an https address without a path, such as https://open.larksuite.com'
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    })
    .meta({
      description: 'API address of Lark or Feishu.',
      more: '`https://open.larksuite.com` for Lark.',
    }),
})
