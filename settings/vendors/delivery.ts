import { z } from 'zod'
import { email, mobile } from '../../contract/terms/fields'
import { hasNumbers } from '../../rules/typed/number'
import { addressWithUser, oneOf } from '../values'

/**
 * A sender as RFC 5322 has it: an address, or a name and an address in angle brackets. A name with a comma, or another
 * character that separates addresses, has to be in quotes. The domain may be a machine of this network.
 */
const sender =
  /^(("[^"\\\p{Cc}]+"|[^"()<>[\]:;@\\,\p{Cc}]*) *<[^\s"(),:;<>@[\\\]]+@[\w.-]+>|[^\s"(),:;<>@[\\\]]+@[\w.-]+)$/u

/** The variables that say how messages leave, and who gets a code. Of them the web app reads DEFAULT_REGION alone. */
export const delivery = z.object({
  SMTP_URL: addressWithUser(/^smtps?:$/, 'has to be an address like smtp://host:587')
    .optional()
    .meta({
      description: 'a mail server, as `smtp://user:password@host:587`',
      more: 'without one, production [offers](operating.md#what-is-offered) nothing by email',
    }),
  MAIL_FROM: z
    .string()
    .regex(sender, 'has to be a sender, as Example <no-reply@example.com>')
    .default('Butterfly <no-reply@localhost>')
    .meta({
      description: 'the sender of mails',
      more: 'its domain also greets the mail server (EHLO), unless `SMTP_URL` ends with `?name=mail.example.com`',
    }),
  SMS_WEBHOOK_URL: addressWithUser(/^https?:$/, 'has to be an http or https address')
    .optional()
    .meta({
      description: 'an HTTP gateway that takes `POST {id, to, body}`',
      more:
        'a user and a password in it are sent as Basic authentication, and a redirect is refused; ' +
        'without one, production [offers](operating.md#what-is-offered) nothing by SMS',
    }),
  SMS_COUNTRIES: z
    .string()
    .refine((list) => list.split(',').every(hasNumbers), {
      error: ({ input }) => `has to be regions as CN or GB, comma-separated, and is ${input}`,
    })
    .transform((list): ReadonlySet<string> => new Set(list.split(',')))
    .optional()
    .meta({
      description: 'the regions that get codes by SMS, as `CN,HK`',
      more: 'with `SMS_WEBHOOK_URL`, production has to name them',
      usually: 'all',
    }),
  SMS_DAILY_CAP: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, 'has to be a whole number above 0')
    .transform(Number)
    .default(10_000)
    .meta({
      description:
        'the most SMS in any 24 hours to one region for one purpose, and as many again in browsers that an account knows',
      more:
        'invitations have [shares of theirs](../decisions/organisations/0087-what-new-organisations-send-by-sms.md); ' +
        'the log warns from 80 % on ([arithmetic](../decisions/codes-and-captchas/0041-codes-by-request.md))',
    }),
  DEFAULT_REGION: z
    .string()
    .refine(hasNumbers, { error: ({ input }) => `has to be a region as CN or GB, and is ${input}` })
    .default('CN')
    .meta({
      description: 'the region of a mobile that is typed without its country code at a password sign-in',
      more: 'a form starts with it, too, where the browser names none',
    }),
  TEST_IDENTIFIERS: z
    .string()
    .regex(
      /^([^=,\s]+=\d{6})(,[^=,\s]+=\d{6})*$/,
      'has to be identifiers with six digits each, as +8613800000000=123456',
    )
    .transform((list, context): ReadonlyMap<string, string> => {
      const entries = list.split(',').map(identifierAndCode)
      const codes = new Map(entries)
      if (codes.size === entries.length && entries.every(([identifier]) => isReserved(identifier))) return codes
      context.addIssue({
        code: 'custom',
        message:
          'has to be mobiles with their country code, and emails in lower case, each once, as +8613800000000=123456',
      })
      return z.NEVER
    })
    .optional()
    .meta({
      description: 'fixed codes, as `+8613800000000=123456,…`',
      more: 'nothing is sent; production also needs `ALLOW_TEST_IDENTIFIERS=1`',
    }),
  ALLOW_TEST_IDENTIFIERS: oneOf(['1'])
    .optional()
    .meta({ description: '`1` lets production have `TEST_IDENTIFIERS`, whose codes are no secret' }),
})

/** Another spelling would never be met: the account API compares an address as it keeps it. */
const isReserved = (identifier: string): boolean =>
  mobile.safeParse(identifier).success || email.safeParse(identifier).success

const identifierAndCode = (entry: string): [string, string] => {
  const [identifier = '', code = ''] = entry.split('=')
  return [identifier, code]
}
