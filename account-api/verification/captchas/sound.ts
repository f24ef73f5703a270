import { createHmac } from 'node:crypto'
import type { Deployment } from '#account-api/verification/service'
import { derivedKey } from '#contract/wire/derived-key'
import type { CaptchaRecord } from './captcha-store'

/**
 * The recording of a challenge, as WAV. It is the same each time, because averaging many recordings of the same digits
 * would cancel out the noise. Its random choices are derived from a secret, so nobody can recreate it.
 */
export const soundOf = (
  deployment: Deployment,
  { id, spoken }: Pick<CaptchaRecord, 'id' | 'spoken'>,
  language: string,
): Buffer => {
  const key = createHmac('sha256', derivedKey(deployment.secrets[0] ?? '', 'captcha sound'))
    .update(`${id} ${language}`)
    .digest()
  return deployment.speak(spoken, language, key)
}
