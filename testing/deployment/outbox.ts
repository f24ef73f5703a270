/** A message that a local deployment stores instead of sending it. */
export interface Message {
  to: string
  channel: 'sms' | 'email'
  purpose: string
  code: string | null
  link: string | null
  subject: string | null
  body: string
  /** When it was made, as ISO 8601. */
  at: string
}

/**
 * The messages to an address, newest first, which the account API of a local deployment shows to this machine.
 * @throws Error when it shows none: it is no local deployment, or has no database at this moment
 */
export const messagesTo = async (accountApiUrl: string, to: string): Promise<Message[]> => {
  const answer = await fetch(`${accountApiUrl}/outbox?to=${encodeURIComponent(to)}`)
  if (answer.ok) return (await answer.json()) as Message[]
  const why = answer.status < 500 ? ': it is not that of a local deployment.' : '.'
  throw new Error(`The account API answers ${answer.status} for /outbox${why}`)
}
