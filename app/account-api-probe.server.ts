import { createClient } from '../contract/client'
import { CookieJar } from '../contract/cookie-jar'
import { signatureRefusalTexts } from '../contract/signing'
import { UpstreamFailure } from '../contract/upstream-failure'
import { env } from './env.server'
import { upstream } from './upstream.server'

/** Longer than any call takes that needs no password. */
const timeoutMs = 2000

/**
 * Makes one signed call that changes nothing, for nobody.
 * @returns why the account API takes no call of this web app; undefined when it takes them
 */
export const tryAccountApi = async (): Promise<string | undefined> => {
  const client = createClient(
    { ...upstream(), timeoutMs },
    {
      variant: env().variantAt(''),
      jar: new CookieJar(),
      language: 'en',
      clientAddress: '127.0.0.1',
      userAgent: 'readiness',
    },
  )
  try {
    await client.checkLogin({})
    return undefined
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) return 'the account API cannot be called'
    const { kind, refused = 'key' } = error
    return kind === 'signature' ? signatureRefusalTexts[refused] : 'the account API does not answer'
  }
}
