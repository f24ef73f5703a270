import { hostname } from 'node:os'
import { NotAccepted, reasonOf } from '#account-api/kernel/outside/not-accepted'
import { type Deliver, lanes } from './delivery'
import { isShown, logoId, type MailBrand, mailHtml } from './texts/mail-html'

/** As many connections as deliveries, so no message waits in nodemailer's own queue. */
const pool = {
  pool: true as const,
  maxConnections: lanes.codes.atOnce + lanes.others.atOnce + lanes.bulk.atOnce,
  // Servers close long connections, and a new connection finds a server that has moved.
  maxMessages: 100,
  // One immediate retry, for a connection that the server has just closed. The outbox makes further attempts.
  maxRequeues: 1,
}

/** Each is below the time limit of an attempt. The URL may set other time-outs. */
const patience = { connectionTimeout: '10000', greetingTimeout: '10000', socketTimeout: '20000' }

/** Delivers email by SMTP (RFC 5321). `url` is smtp://user:password@host:port or smtps://…. */
export const smtpChannel = ({
  url,
  from,
  brand,
}: {
  url: string
  from: string
  brand?: MailBrand | undefined
}): Deliver => {
  /** Opened for the first message: many deployments send none, and the library is large. */
  let opened: ReturnType<typeof open> | undefined
  const open = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({ ...pool, url: withDefaults(url, optionsFor(from)) }, { from })
  }
  const transport = () => (opened ??= open())
  const logo = brand?.logo
  const pictures = isShown(logo)
    ? [{ cid: logoId, filename: 'logo.png', content: logo.bytes, contentDisposition: 'inline' as const }]
    : []
  // The sender's own domain: spam filters check it, and no other sender makes the same ids (RFC 5322, 3.6.4).
  const domain = domainOf(from) ?? hostname()
  const deliver: Deliver = async (message, signal) => {
    const { to, subject, body, id, language } = message
    const mail = {
      // An object, so no part of the address is read as a header or a second recipient.
      to: { name: '', address: to },
      subject,
      text: body,
      // A message stored by an older version has no language.
      ...(language !== null && { html: mailHtml(message, brand), attachments: pictures }),
      messageId: `<${id}@${domain}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
      // Ends an attempt whose server sends one byte at a time, which no socket time-out detects.
      signal,
    }
    const smtp = await transport()
    await smtp.sendMail(mail).catch((error: unknown) => {
      throw isFinal(error) ? new NotAccepted(reasonOf(error), { isFinal: true }) : error
    })
  }
  return Object.assign(deliver, {
    close: () => {
      opened?.then(
        (transport) => transport.close(),
        () => undefined,
      )
    },
  })
}

/** Connects as for a mail, signs in if the URL names a user, and sends nothing. A URL cannot make it wait longer. */
export const verifySmtp = async (url: string, from: string, ms = '5000'): Promise<void> => {
  const { createTransport } = await import('nodemailer')
  const full = new URL(withDefaults(url, optionsFor(from)))
  for (const option of Object.keys(patience)) full.searchParams.set(option, ms)
  // Otherwise the log would contain what is sent, including the password.
  for (const option of ['logger', 'debug', 'transactionLog']) full.searchParams.delete(option)
  // Otherwise a server that offers no sign-in would count as one that accepts it.
  if (full.username !== '') full.searchParams.set('forceAuth', 'true')
  await createTransport(full.href).verify()
}

const domainOf = (from: string): string | undefined => /@([^@>\s]+)>?\s*$/.exec(from)?.[1]

/**
 * Defaults for the URL: time-outs, because a server that does not answer is retried later, and the name in EHLO. A
 * container's own name has no dot, and relays refuse the address literal that would replace it.
 */
const optionsFor = (from: string): Record<string, string> => {
  const name = domainOf(from)
  return { ...patience, ...(name?.includes('.') && { name }) }
}

/** Adds these options to the URL, unless it sets them. */
const withDefaults = (url: string, options: Record<string, string>): string => {
  const full = new URL(url)
  for (const [option, value] of Object.entries(options))
    if (!full.searchParams.has(option)) full.searchParams.set(option, value)
  return full.href
}

/**
 * True when the server refused the recipient permanently (RFC 5321 section 4.2.1: a 5yz answer to RCPT TO). A refusal
 * by a policy (RFC 3463: x.7.z), or of another command, concerns the sender, and the operator may fix it.
 */
const isFinal = (error: unknown): boolean => {
  const {
    code,
    command,
    responseCode = 0,
    response = '',
  } = error as {
    code?: string
    command?: string
    responseCode?: number
    response?: string
  }
  const isOfRecipient = code === 'EENVELOPE' && command === 'RCPT TO'
  return isOfRecipient && responseCode >= 500 && responseCode < 600 && !/^\d{3}[ -]\d\.7\./.test(response)
}
