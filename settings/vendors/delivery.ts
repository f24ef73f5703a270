import { z } from 'zod'
import { email, mobile } from '#contract/terms/fields'
import { hasNumbers } from '#rules/typed/number'
import { addressWithUser, oneOf } from '#settings/values'

/**
 * A sender as in RFC 5322: an address, or a name and an address in angle brackets. A name with a comma, or another
 * character that separates addresses, has to be in quotes. The domain may be a machine of this network.
 */
const sender =
  /^(("[^"\\\p{Cc}]+"|[^"()<>[\]:;@\\,\p{Cc}]*) *<[^\s"(),:;<>@[\\\]]+@[\w.-]+>|[^\s"(),:;<>@[\\\]]+@[\w.-]+)$/u

/** The settings for delivering messages, and for who gets a code. The web app reads only DEFAULT_REGION of them. */
export const delivery = z.object({
  SMTP_URL: addressWithUser(/^smtps?:$/, 'has to be an address such as smtp://host:587')
    .optional()
    .meta({
      description: 'Mail server.',
      more: 'With `smtp://`, TLS begins if the server offers it; with `smtps://`, TLS comes first. The certificate has to be trusted. If the server runs on this machine and has an untrusted certificate, such as Debian’s Postfix, add `?ignoreTLS=true`. Leave out the user and the password if the server needs no sign-in. If unset, production [offers](offered.md) nothing by email.',
    }),
  MAIL_FROM: z
    .string()
    .regex(sender, 'has to be a sender such as Example <no-reply@example.com>')
    .default('Butterfly <no-reply@localhost>')
    .meta({
      description: 'Sender of mails.',
      more: 'Its domain also greets the mail server (EHLO), unless `SMTP_URL` ends with `?name=mail.example.com`.',
    }),
  SMS_WEBHOOK_URL: addressWithUser(/^https?:$/, 'has to be an http or https address')
    .optional()
    .meta({
      description: 'HTTP gateway that accepts `POST {id, to, body}`.',
      more: 'A user and password in it are sent as Basic authentication. Redirects are refused. If unset, production [offers](offered.md) nothing by SMS.',
    }),
  SMS_COUNTRIES: z
    .string()
    .refine((list) => list.split(',').every((region) => hasNumbers(region)), {
      error: ({ input }) => `has to be comma-separated regions such as CN or GB, and is ${input}`,
    })
    .transform((list): ReadonlySet<string> => new Set(list.split(',')))
    .optional()
    .meta({
      description: 'Regions that get codes by SMS.',
      more: 'Production needs it if `SMS_WEBHOOK_URL` is set.',
      usually: 'all',
    }),
  SMS_DAILY_CAP: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, 'has to be a whole number above 0')
    .transform(Number)
    .default(10_000)
    .meta({
      description:
        'SMS per 24 hours to one region for one purpose, at most. Browsers that an account knows have a second allowance of the same size.',
      more: 'Invitations have [separate shares](../decisions/organisations/0087-what-new-organisations-send-by-sms.md). The log warns from 80 % on ([arithmetic](../decisions/codes-and-captchas/0041-codes-by-request.md)).',
    }),
  DEFAULT_REGION: z
    .string()
    .refine(hasNumbers, { error: ({ input }) => `has to be a region such as CN or GB, and is ${input}` })
    .default('CN')
    .meta({
      description: 'Region of a mobile number without a country code at a password sign-in.',
      more: 'Forms also start with it if the browser names no region.',
    }),
  TEST_IDENTIFIERS: z
    .string()
    .regex(
      /^([^=,\s]+=\d{6})(,[^=,\s]+=\d{6})*$/,
      'has to be identifiers with six digits each, such as +8613800000000=123456',
    )
    .transform((list, context): ReadonlyMap<string, string> => {
      const entries = list.split(',').map(identifierAndCode)
      const codes = new Map(entries)
      if (codes.size === entries.length && entries.every(([identifier]) => isReserved(identifier))) return codes
      context.addIssue({
        code: 'custom',
        message:
          'has to be mobiles with their country code, and emails in lower case, each once, such as +8613800000000=123456',
      })
      return z.NEVER
    })
    .optional()
    .meta({
      description: 'Identifiers with fixed codes. Nothing is sent to them.',
      more: 'Production also needs `ALLOW_TEST_IDENTIFIERS=1`.',
    }),
  ALLOW_TEST_IDENTIFIERS: oneOf(['1']).optional().meta({
    description: '`1` allows `TEST_IDENTIFIERS` in production. Anybody who knows such an identifier can sign in.',
  }),
})

/** Another spelling would never match, because the account API compares the stored form of an address. */
const isReserved = (identifier: string): boolean =>
  mobile.safeParse(identifier).success || email.safeParse(identifier).success

const identifierAndCode = (entry: string): [string, string] => {
  const [identifier = '', code = ''] = entry.split('=')
  return [identifier, code]
}
