import type { Failure } from '#contract/client'
import { proveWaitingForm } from '~/forms/step-up/parked.server'
import type { FlashName } from '~/navigation/flash/flash-names'
import { redirectTo } from '~/navigation/redirect.server'
import { api } from '~/runtime/api.server'
import type { Args } from '~/session/visitor.server'
import { proofPath, type Returned } from './visit.server'

/**
 * The end of a visit that proves a person: the session is fresh, and the waiting form has its proof. Its person sends
 * the form on the page to which this leads, so nothing is sent twice.
 * @param key of the second verification
 */
export const proveHere = async (args: Args, key: string, { visit, code, cookies }: Returned): Promise<Response> => {
  const { platform, nonce, codeVerifier: code_verifier, redirectUri: redirect_uri } = visit
  const { verifySecondByPlatform } = await api(args)
  const given = { platform, code, nonce, code_verifier, redirect_uri }
  const answer = await verifySecondByPlatform({ sms_code_key: key, ...given })
  if (answer.ok) await proveWaitingForm(args, key, answer.data.verify_ticket)
  const notice = answer.ok ? 'platform_proven' : noticeOf(answer.code)
  return redirectTo(args, { path: proofPath, notice }, { cookies })
}

const noticeOf = (code: Failure['code']): FlashName => {
  switch (code) {
    case 'platform_unreachable':
      return code
    case 'ticket_refused':
      return 'platform_visit_over'
    default:
      return 'platform_not_proven'
  }
}
