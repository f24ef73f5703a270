import type { ClientProtocol } from '#account-api/applications/clients/client-protocol'
import type { OwnedClient } from '#account-api/applications/clients/client-record'
import { isLivingClient, livingPreviousSecret } from '#account-api/applications/clients/client-rule'
import type { SigningKeyRecord } from '#account-api/applications/grants/signing-key-store'
import { days } from '#account-api/kernel/time'
import { noClient } from '#account-api/operator/clients/client-acts'
import type { OperatorHandling } from '#account-api/operator/handling'
import { openIdAddressOf } from '#contract/applications/named-request'
import { done, refuse } from '#contract/server'
import { faultsOf, notesOf } from './request-faults'
import { tokensHeld } from './tokens-held'

export const explainHandlers = {
  explainClient: async ({ client_key: key, request }, { service: { deployment, storage } }) => {
    const client = await storage.openClients.find(key)
    if (!client) return noClient(key)
    const at = deployment.now()
    const apis = await storage.apis.list()
    const may = [...mayOf(client, at), ...tokensHeld(client, apis), keysOf(client, await storage.signingKeys.all(), at)]
    const can_ask = isLivingClient(client)
    if (request === undefined) return done({ may, can_ask, request: null })
    if (!URL.canParse(request)) return refuse('invalid_input', 'The request is not a URL.')
    const url = unpacked(openIdAddressOf(new URL(request), deployment.publicUrl))
    const asked = { client, url, publicUrl: deployment.publicUrl, apis }
    const faults = faultsOf(asked).map(({ toDo, ...fault }) => ({ ...fault, to_do: toDo }))
    return done({ may, can_ask, request: { faults, notes: notesOf(asked) } })
  },
} satisfies OperatorHandling

/** A request with the parameters of its token, which override all others. Its signature is not verified. */
const unpacked = (url: URL): URL => {
  try {
    const token = url.searchParams.get('request')?.split('.')[1] ?? ''
    const inside: unknown = JSON.parse(Buffer.from(token, 'base64url').toString())
    for (const [name, value] of Object.entries(inside ?? {})) url.searchParams.set(name, String(value))
  } catch {
    // The request has no token, or an unreadable one.
  }
  return url
}

/** What a client may do, one sentence each. */
const mayOf = (client: OwnedClient, at: number): string[] => {
  const { id, name, owner, redirectUris, postLogoutUris, logoutUrl, scopes, secretHash } = client
  const previous = livingPreviousSecret(client, at)
  const ownerText = owner ? `of the organisation “${owner.name}”` : 'of the operator'
  return [
    `${id}, “${name}”, is an application ${ownerText}, ${client.isVerified ? 'verified' : 'not verified, as people read'}.`,
    whetherItMay(client),
    `Grants: authorization_code${scopes.includes('offline_access') ? ', refresh_token' : ''}${client.hasDeviceGrant ? ', device_code' : ''}.`,
    `People return to: ${redirectUris.join(', ')}, compared letter by letter.`,
    `It may ask for: ${scopes.join(' ')}.`,
    client.isFirstParty ? 'It is first-party: people are not asked.' : 'People are asked, once for each scope.',
    secretHash === null
      ? 'It has no secret, so it needs PKCE.'
      : `It has a secret${previous ? `, and the previous one works until ${new Date(previous.until).toISOString()}` : ''}. PKCE is ${client.requiresPkce ? 'required' : 'optional'}.`,
    ...protocolOf(client.protocol),
    `After a sign-out people may go to: ${postLogoutUris.join(', ') || 'no address of its own'}.`,
    logoutUrl === null
      ? 'It is not notified of the end of a session.'
      : `It is notified of the end of a session at ${logoutUrl}.`,
    client.claimRules === null
      ? 'Its ID tokens name the person, and the userinfo endpoint returns all that was agreed to.'
      : 'It has custom rules for claims: `client show` prints them, `client explain` applies them to a person.',
  ]
}

const protocolOf = ({ requiresPar, requiresJar, requiresDpop, profile, usesKeys }: ClientProtocol) => [
  ...(profile === null
    ? []
    : ['It has the profile FAPI 2.0: pushed requests, PKCE, keys instead of a secret, bound tokens.']),
  ...(requiresPar ? ['Its requests have to be pushed first (PAR).'] : []),
  ...(requiresJar ? ['Its requests have to be signed (JAR).'] : []),
  ...(requiresDpop ? ['Its tokens are bound to a key that it holds (DPoP).'] : []),
  ...(usesKeys ? ['It proves itself by its keys, and its secret opens nothing.'] : []),
]

const whetherItMay = (client: OwnedClient): string => {
  if (isLivingClient(client)) return 'It can make requests.'
  if (client.owner?.isSuspended)
    return 'It can make no requests: its organisation is suspended. `organisations unfreeze` undoes that.'
  const by = client.isDisabledByOwner ? 'its organisation' : 'you'
  return `It can make no requests: ${by} disabled it on ${new Date(client.disabledAt ?? 0).toISOString()}. \`client enable ${client.id}\` undoes that.`
}

const keysOf = ({ idTokenAlg }: OwnedClient, keys: readonly SigningKeyRecord[], at: number): string => {
  const signing = keys
    .filter(({ algorithm, signsFrom }) => algorithm === idTokenAlg && signsFrom <= at)
    .sort((one, other) => other.generation - one.generation)[0]
  const age = signing && Math.floor((at - signing.signsFrom) / days(1))
  return `Its tokens are signed with ${idTokenAlg}, by ${signing ? `a key that signs for ${age} days` : 'a key that the first request makes'}.`
}
