/**
 * The syntax of a mailbox: what browsers accept in a field for an email (HTML, `type=email`), with a local part of at most
 * 64 octets (RFC 5321, section 4.5.3.1.1) and a domain of two labels in ASCII. A top-level domain in another script is
 * written as its A-label (RFC 5890): 中国 is xn--fiqs8s.
 */
export const mailboxPattern =
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[A-Za-z\d](?:[A-Za-z\d-]{0,61}[A-Za-z\d])?\.)+(?:[A-Za-z]{2,63}|xn--[A-Za-z\d-]{1,59})$/

/** The maximum length of a mailbox, in octets (RFC 5321, section 4.5.3.1.3). */
export const mailboxMaxLength = 254
