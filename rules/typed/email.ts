import { mailboxMaxLength, mailboxPattern } from '#contract/terms/mailbox'
import { plainText, type Read, refused, withoutLabel } from './text'

/** Why a text is no email. `local_part`: a letter before the @ is not in ASCII, as no mail server that we know takes it. */
export type EmailRefusal = 'missing' | 'invalid' | 'too_long' | 'local_part'

/** What sentences and cells put at the end of an email, and around it. */
const atTheEnd = /[\s,;、。.!?]+$/u
const quoted = /^["'“‘«「](.*)["'”’»」]$/su

/** A name before an email, which is in brackets. */
const named = /^[^<>()[\]@]*[<([]([^<>()[\]]*)[>)\]]$/u

/** The email of a link (RFC 6068). */
const linked = (text: string): string =>
  /^mailto:/i.test(text)
    ? text
        .replace(/\?.*$/s, '')
        .replace(/%([2-7][\da-f])/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

const bare = (plain: string): string =>
  withoutLabel(linked(plain.replace(atTheEnd, '').replace(quoted, '$1').replace(named, '$1').trim()))

/** With a name before it, and what a link fills in. */
const longestTyped = 1000

/** The domain of a mailbox, which is in ASCII and lower case. A subdomain is another domain. */
export const domainOfEmail = (email: string): string => email.slice(email.lastIndexOf('@') + 1)

/** Letters, digits and hyphens in any script, between full stops. Signs are in no domain (RFC 5892), and end one in a URL. */
const written = /^[\p{L}\p{M}\p{N}.-]+$/u

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
  const text = bare(plainText(typed)).replace(/[。｡]/g, '.').replace(/[‘’ʼ]/g, "'")
  if (text === '') return refused('missing')
  if (text.length > mailboxMaxLength) return refused('too_long')
  const at = text.lastIndexOf('@')
  const domain = domainOfEmail(text)
  const foreign = at < 1 ? undefined : /[^\p{ASCII}]/u.exec(text.slice(0, at))?.[0]
  if (foreign !== undefined && /^[\p{L}\p{M}\p{N}]/u.test(foreign)) return refused('local_part', foreign)
  const mailbox = (written.test(domain) ? `${text.slice(0, at + 1)}${inAscii(domain)}` : text).toLowerCase()
  if (mailbox.length > mailboxMaxLength) return refused('too_long')
  return mailboxPattern.test(mailbox) ? { ok: true, value: mailbox } : refused('invalid')
}

/** Reads the domain of mailboxes as people type it. Undefined: no mailbox can be at it. */
export const readMailDomain = (typed: string): string | undefined => {
  const read = readEmail(`any@${typed}`)
  return read.ok ? domainOfEmail(read.value) : undefined
}
