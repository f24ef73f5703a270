import type { Logger } from 'pino'
import { textOf } from '#account-api/kernel/outside/answers'
import type { Deployment } from '#account-api/verification/service'
import { withTimeLimit } from '#process/time-limit'
import type { VendorOfTokens } from '#settings/vendors/captcha-vendor'

/** The web app waits five seconds for the whole call. */
const timeoutMs = 3_000

/**
 * Asks a vendor about a token, in the form that the known vendors share: a form with `secret`, `response` and
 * `remoteip`, answered by JSON whose `success` is true. Any other answer refuses the token, and is logged unless it is
 * a plain no.
 */
export const vendorJudge =
  ({ verify_url, secret }: VendorOfTokens, log: Logger): NonNullable<Deployment['judgeVendorToken']> =>
  async (token, clientAddress) => {
    try {
      const body = new URLSearchParams({ secret, response: token, remoteip: clientAddress })
      const text = await withTimeLimit({ ms: timeoutMs }, async (signal) => {
        const answer = await fetch(verify_url, { method: 'POST', body, redirect: 'error', signal })
        if (!answer.ok) throw new Error(`it answered ${answer.status}`)
        return textOf(answer, signal)
      })
      if (text === undefined) throw new Error('it gave no whole answer')
      return (JSON.parse(text) as { success?: unknown } | null)?.success === true
    } catch (error) {
      log.error({ error: String(error) }, 'the captcha vendor could not be reached')
      return false
    }
  }
