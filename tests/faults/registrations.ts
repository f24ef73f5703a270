// Registrations at a server that may end at any moment, for the tests that kill it.
import { setTimeout as pause } from 'node:timers/promises'
import { mobilePurpose } from '#contract/terms/purposes'
import { UpstreamFailure } from '#contract/wire/upstream-failure'
import { newMobile } from '#tests/e2e/steps/people'
import type { PostOffice } from '#tests/fixtures/messages/post-office'
import { clientOf, password } from './run'

/** A code that was sent, and whether its registration was acknowledged. */
export interface Attempt {
  mobile: string
  code: string
  acknowledged: boolean
}

/** How long a person takes to type a code. Without it, a run has more registrations to check than it needs. */
const typingMs = 30

/** Requests a code, reads it and registers. Records the attempt first, because the kill may come at any line. */
export const registerOne = async (baseUrl: string, office: PostOffice, attempts: Attempt[]): Promise<Attempt> => {
  const mobile = newMobile()
  const client = clientOf(baseUrl)
  const sent = await client.sendCode({ mobile, type: mobilePurpose.register })
  if (!sent.ok) throw new Error(`sendCode answered ${sent.code}`)
  // An acknowledged code is in the outbox already, written in the same transaction.
  const [code] = await office.textsTo(mobile)
  if (code === undefined) throw new Error('An acknowledged code is not in the outbox')
  const attempt: Attempt = { mobile, code, acknowledged: false }
  attempts.push(attempt)
  await pause(typingMs)
  const registered = await client.registerByMobile({ mobile, code, password })
  if (!registered.ok) throw new Error(`registerByMobile answered ${registered.code}`)
  attempt.acknowledged = true
  return attempt
}

/** Whether an account can sign in with its password. */
export const signsIn = async (baseUrl: string, { mobile }: Attempt): Promise<boolean> =>
  (await clientOf(baseUrl).passwordLogin({ mobile, password })).ok

/** The account exists, or the code still makes it. */
export const isWhole = async (baseUrl: string, attempt: Attempt): Promise<boolean> => {
  if (await signsIn(baseUrl, attempt)) return true
  return (await clientOf(baseUrl).registerByMobile({ mobile: attempt.mobile, code: attempt.code, password })).ok
}

/** The errors of a call to a killed server: no answer, or half of one. */
export const isCutOff = (error: unknown): boolean =>
  error instanceof UpstreamFailure ||
  (error instanceof Error && /fetch failed|terminated|answers 5\d\d for \/outbox/.test(error.message))
