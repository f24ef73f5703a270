import { askToRestore } from '~/features/sign-in/ask-to-restore.server'
import { bindLogin, connectPlatform } from '~/flows/sign-in/bind-login.server'
import { redirectAndRotate, redirectTo } from '~/navigation/redirect.server'
import { resolveNext } from '~/navigation/returning/return-address.server'
import { api } from '~/runtime/api.server'
import type { Args } from '~/session/visitor.server'
import { arriveForRequest } from './arrive-for-request.server'
import { proveHere } from './prove-here.server'
import { home, returnedVisit } from './visit.server'

/** The notice for a provider's failed answer. */
const noticeOf = (code: string) =>
  code === 'platform_unreachable' || code === 'account_frozen' ? code : ('platform_visit_over' as const)

/**
 * The end of a visit. A signed-out browser is signed in, or sent to the page that proves an account for the identity. A
 * signed-in one is sent to the page that asks whether to connect it, so a forged link changes nothing.
 * @param platform from the path; undefined for the deployment's own issuer
 */
export const arrive = async (args: Args, platform: string | undefined): Promise<Response> => {
  const returned = await returnedVisit(args, platform)
  const { visit, code, cookies } = returned
  if (visit.proves !== null) return proveHere(args, visit.proves, returned)
  if (visit.request) return arriveForRequest(args, visit.request, returned)
  const { next, signedIn, nonce, codeVerifier: code_verifier, redirectUri: redirect_uri } = visit
  const client = await api(args)
  const proof = { code, nonce, code_verifier, redirect_uri }
  const failed = (reason: string) =>
    redirectTo(args, { path: home(visit), next, notice: noticeOf(reason) }, { cookies })
  if (signedIn) {
    const answer = await client.authProfile({ ...proof, platform: visit.platform })
    if (!answer.ok) return failed(answer.code)
    const { profile_key: profileKey, ...identity } = answer.data
    return connectPlatform.beginAfter(args, 'confirm', { profileKey, ...identity }, { next, cookies })
  }
  const answer = await (platform === undefined
    ? client.oauthLogin({ ...proof, state: visit.state, need_frozen_user: 1 })
    : client.authLogin({ ...proof, platform: visit.platform, need_frozen_user: 1 }))
  if (answer.ok) {
    const wanted = next === null ? undefined : await resolveNext(args, next)
    return redirectAndRotate(args, wanted ?? '/settings', { cookies })
  }
  if (answer.code === 'not_bound') {
    const { profile_key: profileKey, ...identity } = answer.data
    return bindLogin.beginAfter(args, 'account', { profileKey, ...identity }, { next, cookies })
  }
  return answer.code === 'account_cancelled'
    ? askToRestore(args, answer.data, { from: { next, cookies } })
    : failed(answer.code)
}
