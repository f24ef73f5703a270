import type Provider from 'oidc-provider'
import type { Answered, Context } from 'oidc-provider'
import { isVouchedFor } from '#account-api/applications/clients/client-rule'
import { changedSince } from '#account-api/applications/grants/agreed-to'
import { keepLeaving } from '#account-api/applications/grants/leaving'
import type { Service } from '#account-api/applications/service'
import { clientAddress } from '#contract/terms/vouched-url'
import { showError } from './error-answer'

/** The page of the web app that shows the host of a redirect to an application. */
const leavingPage = '/login/leave'

interface Failure {
  message: string
  expose?: boolean
  error_description?: string
  scope?: string
}

/**
 * Keeps an error from redirecting a browser to an unreviewed application, unless its person has agreed to that
 * application at that address or has just answered it. Otherwise any link to us could redirect anywhere. Our page comes
 * first, and shows the host (RFC 9700, section 4.11.2).
 */
export const stopAtErrors = (provider: Provider, service: Service): void => {
  const failures = new WeakMap<object, Failure>()
  for (const event of ['authorization.error', 'server_error'])
    provider.on(event, (context, error) => failures.set(context, error as unknown as Failure))

  provider.use(async (context: Answered, next: () => Promise<void>) => {
    await next()
    const { oidc } = context
    const failure = failures.get(context)
    if (!failure || !oidc || !['authorization', 'resume'].includes(oidc.route)) return
    const leadsTo = context.response.get('location')
    const posts =
      !leadsTo && context.type === 'text/html' ? fieldsOf(failure, oidc, service.deployment.publicUrl) : null
    const url = posts ? oidc.params?.redirect_uri : leadsTo
    if (!url || !oidc.entities.Client || (await mayLeave(service, oidc))) return
    // An address that is too long for a page is not used.
    const address = clientAddress.safeParse(url)
    if (!address.success) return showError(Object.assign(context, { status: 400 }), { error: failure.message })
    const uid = await keepLeaving(service, { clientId: oidc.client.clientId, url: address.data, posts })
    context.status = 303
    context.redirect(`${leavingPage}/${uid}`)
  })
}

/** True when an error may redirect to a client without our page. */
const mayLeave = async ({ storage }: Service, { client, entities, params }: Context['oidc']): Promise<boolean> => {
  // The person has pressed a button of our page.
  if (entities.Interaction?.result !== undefined) return true
  const known = await storage.openClients.find(client.clientId)
  if (!known || isVouchedFor(known)) return true
  const accountId = entities.Session?.accountId
  const agreed = accountId === undefined ? undefined : await storage.authorisations.find(accountId, client.clientId)
  if (!agreed) return false
  const changed = changedSince(agreed.agreedTo, { client: known, redirectUri: params?.redirect_uri })
  return !changed.some(({ what }) => what === 'place')
}

/** The fields of an error that is posted (OAuth 2.0 Form Post Response Mode), as the library makes them. */
const fieldsOf = (
  { expose, message, error_description, scope }: Failure,
  { params }: Context['oidc'],
  iss: string,
): Record<string, string> => {
  const told = expose ? { error: message, error_description, scope } : { error: 'server_error' }
  const all = { ...told, state: params?.state, iss }
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
