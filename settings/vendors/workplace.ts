import { z } from 'zod'
import { isSafeUrl } from './safe-url'
import { signingSecrets } from './signing-secrets'

/** The variables of workplace messaging, which the account API reads: of a webhook, or of a Lark or Feishu app. */
export const workplace = z.object({
  WORKPLACE_WEBHOOK_URL: z
    .string()
    .refine(isSafeUrl, 'has to be an https address, with no user in it')
    .optional()
    .meta({
      description:
        'an https receiver (http on this machine) of [invitations](workplace-messages.md#a-webhook) by workplace messaging',
    }),
  WORKPLACE_WEBHOOK_SECRET: signingSecrets.optional().meta({
    description:
      'the secret that [signs them](workplace-messages.md#a-webhook): `whsec_` and the base64 of 24 to 64 bytes',
    more: 'comma-separated while it is replaced: a request is signed with each of them',
  }),
  LARK_APP_ID: z
    .string()
    .regex(/^cli_\w{1,60}$/, 'has to be the id of a Lark or Feishu app, as cli_a1b2c3d4e5f6')
    .optional()
    .meta({
      description:
        'in place of a webhook: the [app](workplace-messages.md#a-lark-or-feishu-app) of Lark or Feishu whose bot sends them',
    }),
  LARK_APP_SECRET: z
    .string()
    .regex(/^[!-~]{16,128}$/, 'has to be the secret of the app, 16 to 128 characters')
    .optional()
    .meta({ description: 'the secret of that app' }),
  LARK_URL: z
    .string()
    .default('https://open.feishu.cn')
    .transform((text, context): URL => {
      const url = isSafeUrl(text) ? new URL(text) : undefined
      if (url && url.href === `${url.origin}/`) return url
      const message = 'has to be an https address with no path, as https://open.larksuite.com'
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    })
    .meta({ description: 'the address of its API', more: '`https://open.larksuite.com` for Lark' }),
})
