import { z } from 'zod'
import { isSafeUrl } from './safe-url'

/** The bytes of a secret as Standard Webhooks writes it: base64 of 24 to 64 bytes, after `whsec_`. */
const bytesOf = (secret: string): Buffer | undefined => {
  const [, encoded = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? []
  const bytes = Buffer.from(encoded, 'base64')
  const isWhole = bytes.toString('base64').replace(/=+$/, '') === encoded.replace(/=+$/, '')
  return isWhole && bytes.length >= 24 && bytes.length <= 64 ? bytes : undefined
}

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
  WORKPLACE_WEBHOOK_SECRET: z
    .string()
    .transform((list, context): Buffer[] => {
      const secrets = list.split(',').map((text) => bytesOf(text.trim()))
      if (secrets.every((bytes) => bytes !== undefined)) return secrets
      context.addIssue({ code: 'custom', message: 'has to be whsec_ and the base64 of 24 to 64 bytes' })
      return z.NEVER
    })
    .optional()
    .meta({
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
