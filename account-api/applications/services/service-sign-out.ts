import { randomUUID } from 'node:crypto'
import { textOf } from '#account-api/kernel/outside/answers'
import { NotAccepted } from '#account-api/kernel/outside/not-accepted'
import type { TellOfEnd } from './sign-out'

/** A ticket has only letters, digits and hyphens, so nothing in it has to be escaped. */
const logoutRequest = (ticket: string): string =>
  `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="LR-${randomUUID()}" Version="2.0" IssueInstant="${new Date().toISOString()}">` +
  '<saml:NameID xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">@NOT_USED@</saml:NameID>' +
  `<samlp:SessionIndex>${ticket}</samlp:SessionIndex></samlp:LogoutRequest>`

/**
 * Posts the logout document of CAS to a service (CAS Protocol 3.0.3, appendix C), in less than the 1,024 bytes that
 * mod_auth_cas reads. Redirects are not followed, because the operator has not named the other address. Any 2xx means
 * that the service accepted the document, because mod_auth_cas answers so. 4xx means that it does not accept such
 * documents. Anything else is retried.
 */
export const tellOfEnd: TellOfEnd = async (logoutUrl, ticket, signal) => {
  const response = await fetch(logoutUrl, {
    method: 'POST',
    body: new URLSearchParams({ logoutRequest: logoutRequest(ticket) }),
    redirect: 'manual',
    signal,
  })
  await textOf(response, signal)
  const { status } = response
  if (status >= 200 && status < 400) return 'told'
  if (status >= 400 && status < 500 && status !== 408 && status !== 429) return 'refused'
  throw new NotAccepted(`the service answered ${status}`)
}
