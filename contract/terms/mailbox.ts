/**
 * The syntax of a mailbox: a local part of at most 64 octets (RFC 5321, section 4.5.3.1.1) and a domain in ASCII. A
 * top-level domain in another script is written as its A-label (RFC 5890): 中国 is xn--fiqs8s.
 */
export const mailboxPattern =
  /^(?=[^@]{1,64}@)[\w'+-]+(\.[\w'+-]+)*@([A-Za-z\d][A-Za-z\d-]*\.)+([A-Za-z]{2,}|xn--[A-Za-z\d-]+)$/

/**
 * Normalizes a mailbox as typed: lower case, domain in ASCII, and the full stop of a Chinese keyboard as a plain one. A
 * text that is not a mailbox does not become one.
 */
export const asMailbox = (typed: string): string => {
  const mailbox = typed.replaceAll('。', '.').toLowerCase()
  const at = mailbox.lastIndexOf('@')
  const domain = mailbox.slice(at + 1)
  const isForeign = /[^\p{ASCII}]/u.test(domain) && !/[/:?#\\]/.test(domain)
  if (at < 1 || !isForeign || !URL.canParse(`http://${domain}`)) return mailbox
  return `${mailbox.slice(0, at)}@${new URL(`http://${domain}`).hostname}`
}

/** The domain of a mailbox, which is in ASCII and lower case. A subdomain is another domain. */
export const domainOfEmail = (email: string): string => email.slice(email.lastIndexOf('@') + 1)
