import type { Answered, Context } from 'oidc-provider'
import { keepSignOut } from '#account-api/applications/grants/sign-out-request'
import type { Service } from '#account-api/applications/service'
import { comparedPath, protocolPath } from '#contract/applications/open-paths'
import { showError } from './error-answer'

/** Where an application requests that a person be signed out: OpenID Connect RP-Initiated Logout 1.0. */
export const signOutPath = `${protocolPath}/logout`

/** The page of the web app that asks the person. */
const signOutPage = '/passport/web/logout'

/**
 * The library checks the request, and would show a page that needs script. Our page replaces it: it asks the person,
 * and ends our session. The library's following pages are not used.
 */
export const answerSignOuts =
  (service: Service) =>
  async (context: Answered, next: () => Promise<void>): Promise<void> => {
    if (comparedPath(context.path).startsWith(`${signOutPath}/`)) {
      context.status = 404
      return showError(context, { error: 'invalid_request' })
    }
    await next()
    const { oidc } = context
    // The library stores what it has verified.
    if (oidc?.route !== 'end_session' || !oidc.session?.state || !('clientId' in oidc.session.state)) return
    const { client } = oidc.entities.Client ? oidc : { client: undefined }
    context.status = 303
    if (!client) return context.redirect(signOutPage)
    const uid = await keepSignOut(service, {
      clientId: client.clientId,
      accountId: oidc.entities.IdTokenHint?.payload.sub ?? null,
      returnsTo: addressIn(oidc),
    })
    context.redirect(`${signOutPage}/${uid}`)
  }

/** The registered address that an application has given, with its state. */
const addressIn = ({ params }: Context['oidc']): string | null => {
  if (params?.post_logout_redirect_uri === undefined) return null
  const url = new URL(params.post_logout_redirect_uri)
  if (params.state !== undefined) url.searchParams.set('state', params.state)
  return url.href
}
