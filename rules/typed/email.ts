import { mailboxMaxLength, mailboxPattern } from '#contract/terms/mailbox'
import { unwrapped } from './parts/wrapping'
import { plainText, type Read, refused } from './text'

/**
 * Why a text is not an email. `characters`: it has a sign that no email has. `local_part`: it has a letter before the @
 * that is not ASCII, which no known mail server accepts.
 */
export type EmailRefusal = 'missing' | 'invalid' | 'characters' | 'too_long' | 'local_part'

/** May have a name before it, or the parameters of a link. */
const longestTyped = 1000

/** The domain of a mailbox, which is in ASCII and lower case. A subdomain is another domain. */
export const domainOfEmail = (email: string): string => email.slice(email.lastIndexOf('@') + 1)

/**
 * Letters, digits and hyphens in any script, separated by full stops. Domains have no other characters (RFC 5892), and
 * such a character ends a domain in a URL.
 */
const written = /^[\p{L}\p{M}\p{N}.-]+$/u

/** A domain in ASCII (UTS #46). Text that is not a domain comes back unchanged. */
const inAscii = (domain: string): string =>
  written.test(domain) && /[^\p{ASCII}]/u.test(domain) && URL.canParse(`http://${domain}`)
    ? new URL(`http://${domain}`).hostname
    : domain

/**
 * Reads an email as people type it: in any case, in full width, with the full stop of a Chinese keyboard and with a domain
 * in any script.
 * @returns the mailbox in lower case, with its domain in ASCII
 */
export const readEmail = (typed: string): Read<string, EmailRefusal> => {
  if (typed.length > longestTyped) return refused('too_long')
  const { text } = unwrapped(plainText(typed).replace(/[。｡]/g, '.').replace(/[‘’ʼ]/g, "'"))
  if (text === '') return refused('missing')
  const domain = domainOfEmail(text)
  const local = text.slice(0, -domain.length)
  const foreign = /[^\p{ASCII}]/u.exec(local)?.[0]
  const mailbox = `${local}${inAscii(domain)}`.toLowerCase()
  if (Math.max(text.length, mailbox.length) > mailboxMaxLength) return refused('too_long')
  if (foreign !== undefined && /^[\p{L}\p{M}\p{N}]/u.test(foreign)) return refused('local_part', foreign)
  if (mailboxPattern.test(mailbox)) return { ok: true, value: mailbox }
  const strange = [...mailbox].find(
    (sign) => /[^\s@\p{L}\p{M}\p{N}]/u.test(sign) && !mailboxPattern.test(`${sign}@x.example`),
  )
  return strange === undefined ? refused('invalid') : refused('characters', strange)
}

/** Reads the domain of mailboxes, with or without the @ before it. Undefined: it cannot have a mailbox. */
export const readMailDomain = (typed: string): string | undefined => {
  const read = readEmail(`any@${plainText(typed).replace(/^@/, '')}`)
  return read.ok ? domainOfEmail(read.value) : undefined
}
