import { z } from 'zod'
import { readMailDomain } from '#rules/typed/email'
import { entry, group, not } from './entries'

/** The prefix that means all domains below one. */
const below = '*.'

/** The maximum number of domains in a list, because each is compared with each new email. */
const most = 1000

/** A domain in the form of stored emails: in lower case and in ASCII. It may include the domains below it. */
const domain = z.string(not('a mail domain')).transform((written, context) => {
  const prefix = written.startsWith(below) ? below : ''
  const read = readMailDomain(written.slice(prefix.length))
  if (read !== undefined) return `${prefix}${read}`
  context.addIssue({
    code: 'custom',
    message: `${JSON.stringify(written)} is not a mail domain such as example.com or *.example.com`,
  })
  return z.NEVER
})

const list = z.array(domain, not('a list of mail domains')).max(most, not(`at most ${most} mail domains`))

const some = z
  .array(domain, not('"any" or a list of mail domains'))
  .min(1, not(`1 to ${most} mail domains`))
  .max(most, not(`1 to ${most} mail domains`))

/**
 * A list of domains, or the word that means all domains. With a union of both, zod would not report which domain is
 * wrong.
 */
const anyOrSome = z.unknown().transform((value, context): 'any' | string[] => {
  if (value === 'any') return value
  const read = some.safeParse(value)
  if (read.success) return read.data
  for (const { path, message } of read.error.issues) context.addIssue({ code: 'custom', path, message })
  return z.NEVER
})

const takes = `mail domains: \`example.com\`, or \`*.example.com\` for all below it; at most ${most}`

/** The mail domains that new emails may have. */
export const mailDomains = group({
  allowed: entry(anyOrSome, 'any', {
    takes: `\`"any"\`, or a list of ${takes}`,
    decides:
      'Mail domains that new addresses may use: at registration, in accounts, for recovery and in imports. Existing addresses keep working.',
  }),
  refused: entry(list, [], {
    takes: `a list of ${takes}`,
    decides: 'Mail domains that new addresses must not use, even if `allowed` includes them.',
  }),
})
