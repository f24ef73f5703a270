/**
 * The form of a mailbox: a local part of at most 64 octets (RFC 5321, section 4.5.3.1.1), then a domain in ASCII. Its last
 * part may be one of another script, as it is spelled there (RFC 5890): 中国 is xn--fiqs8s.
 */
export const mailboxPattern =
  /^(?=[^@]{1,64}@)[\w'+-]+(\.[\w'+-]+)*@([A-Za-z\d][A-Za-z\d-]*\.)+([A-Za-z]{2,}|xn--[A-Za-z\d-]+)$/

/**
 * A mailbox as it is kept, of one as it is typed: lower case, with its domain in ASCII. A Chinese keyboard's full stop is
 * meant as a plain one. What is no mailbox stays none.
 */
export const asMailbox = (typed: string): string => {
  const mailbox = typed.replaceAll('。', '.').toLowerCase()
  const at = mailbox.lastIndexOf('@')
  const domain = mailbox.slice(at + 1)
  const isForeign = /[^\p{ASCII}]/u.test(domain) && !/[/:?#\\]/.test(domain)
  if (at < 1 || !isForeign || !URL.canParse(`http://${domain}`)) return mailbox
  return `${mailbox.slice(0, at)}@${new URL(`http://${domain}`).hostname}`
}
