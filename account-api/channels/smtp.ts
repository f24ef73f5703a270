import { createTransport } from 'nodemailer'
import type { Deliver } from './delivery'

/** Delivers email by SMTP (RFC 5321). `url` is smtp://user:password@host:port or smtps://…. */
export const smtpChannel = ({ url, from }: { url: string; from: string }): Deliver => {
  const transport = createTransport(impatient(url), { from })
  return async ({ to, subject, body, id }) => {
    await transport.sendMail({
      // An object, so that nothing in the address is read as a header or a second recipient.
      to: { name: '', address: to },
      subject,
      text: body,
      messageId: `<${id}@butterfly>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
  }
}

/** A server that does not answer is tried again later. The URL may set other time-outs. */
const impatient = (url: string): string => {
  const patience = { connectionTimeout: '10000', greetingTimeout: '10000', socketTimeout: '20000' }
  const full = new URL(url)
  for (const [option, ms] of Object.entries(patience))
    if (!full.searchParams.has(option)) full.searchParams.set(option, ms)
  return full.href
}
