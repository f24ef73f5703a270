import { z } from 'zod'
import { readMailDomain } from '#rules/typed/email'
import { entry, group, not } from './entries'

/** The mark of all domains below one, before that one. */
const below = '*.'

/** The most domains of a list: each is looked at for each new email. */
const most = 1000

/** A domain as the emails of accounts have it: in lower case and in ASCII. It may stand for the domains below it. */
const domain = z.string(not('a mail domain')).transform((written, context) => {
  const prefix = written.startsWith(below) ? below : ''
  const read = readMailDomain(written.slice(prefix.length))
  if (read !== undefined) return `${prefix}${read}`
  context.addIssue({
    code: 'custom',
    message: `${JSON.stringify(written)} is not a mail domain, as example.com or *.example.com`,
  })
  return z.NEVER
})

const list = z.array(domain, not('a list of mail domains')).max(most, not(`at most ${most} mail domains`))

const some = z
  .array(domain, not('"any" or a list of mail domains'))
  .min(1, not(`1 to ${most} mail domains`))
  .max(most, not(`1 to ${most} mail domains`))

/** A list, or the word for all: of a union of both, zod would not say which of the domains is wrong. */
const anyOrSome = z.unknown().transform((value, context): 'any' | string[] => {
  if (value === 'any') return value
  const read = some.safeParse(value)
  if (read.success) return read.data
  for (const { path, message } of read.error.issues) context.addIssue({ code: 'custom', path, message })
  return z.NEVER
})

const takes = `mail domains: \`example.com\`, or \`*.example.com\` for all below it; at most ${most}`

/** The mail domains that new emails may be of. */
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
