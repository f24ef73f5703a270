import { mailboxMaxLength, mailboxPattern } from '../../contract/terms/mailbox'
import { plainText, type Read, refused } from './text'

/** Why a text is no email. `local_part`: a letter before the @ is not in ASCII, as no mail server that we know takes it. */
export type EmailRefusal = 'missing' | 'invalid' | 'too_long' | 'local_part'

/** What address books, links and sentences put around an email: a name, brackets, what a link fills in, a sign at its end. */
const around = /^(?:[^<>@]*<)?\s*(?:mailto:([^<>?]*)(?:\?[^<>]*)?|([^<>]*?))[\s>,;、。.]*$/i

/** With a name before it, and what a link fills in. */
const longestTyped = 1000

/** The domain of a mailbox, which is in ASCII and lower case. A subdomain is another domain. */
export const domainOfEmail = (email: string): string => email.slice(email.lastIndexOf('@') + 1)

/** Characters of a URL, which no domain has. */
const ofUrls = /[/:?#\\]/

/** A domain in ASCII (UTS #46). It is left as it is where it is in ASCII already, or none. */
const inAscii = (domain: string): string =>
  /[^\p{ASCII}]/u.test(domain) && URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : domain

/**
 * Reads an email as people type it: in any case, in full width, with the full stop of a Chinese keyboard and with a domain
 * in any script.
 * @returns the mailbox in lower case, with its domain in ASCII
 */
export const readEmail = (typed: string): Read<string, EmailRefusal> => {
  if (typed.length > longestTyped) return refused('too_long')
  const [, linked, plain = linked ?? ''] = around.exec(plainText(typed)) ?? []
  const text = plain.replace(/[。｡]/g, '.').replace(/[‘’ʼ]/g, "'")
  if (text === '') return refused('missing')
  if (text.length > mailboxMaxLength) return refused('too_long')
  const at = text.lastIndexOf('@')
  const domain = domainOfEmail(text)
  const foreign = at < 1 ? undefined : /[^\p{ASCII}]/u.exec(text.slice(0, at))?.[0]
  if (foreign !== undefined && /^[\p{L}\p{M}\p{N}]/u.test(foreign)) return refused('local_part', foreign)
  const mailbox = (ofUrls.test(domain) ? text : `${text.slice(0, at + 1)}${inAscii(domain)}`).toLowerCase()
  if (mailbox.length > mailboxMaxLength) return refused('too_long')
  return mailboxPattern.test(mailbox) ? { ok: true, value: mailbox } : refused('invalid')
}
