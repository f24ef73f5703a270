import { signatureRefusalTexts } from '#contract/wire/signing'
import { UpstreamFailure } from '#contract/wire/upstream-failure'
import { clientOfNobody } from './upstream.server'

/**
 * Makes one signed call that changes nothing, without a session.
 * @returns why the account API accepts no call of this web app; undefined when it accepts them
 */
export const tryAccountApi = async (): Promise<string | undefined> => {
  try {
    await clientOfNobody('readiness').checkLogin({})
    return undefined
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) return 'the account API cannot be called'
    const { kind, refused = 'key' } = error
    return kind === 'signature' ? signatureRefusalTexts[refused] : 'the account API does not answer'
  }
}
