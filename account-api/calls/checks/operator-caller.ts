import type { ApiOptions } from '#account-api/calls/api-options'
import { clientAddressOf } from '#account-api/calls/recording'
import { type CallRequest, header } from '#account-api/http/raw-request'
import { freshProofMs } from '#account-api/kernel/lifetimes'
import { limitedClientAddress } from '#account-api/kernel/limits/client-address'
import { count } from '#account-api/kernel/limits/limits'
import { secondsUntil } from '#account-api/kernel/time'
import { visitOf } from '#account-api/operator/desk/desk'
import type { Operator } from '#account-api/operator/handling'
import { goodKey } from '#account-api/operator/keys/key'
import type { Service } from '#account-api/operator/service'
import type { OperatorCall } from '#contract/call'
import { deskTokenPrefix } from '#contract/operator/access/desk-calls'
import { type OperatorRefusal, refuse } from '#contract/server'
import { signatureHeaders, signatureRefusalTexts } from '#contract/wire/signing'
import { signedBy } from './signed-by'

/** The holder of the settings' application key, who may do everything and makes the first operator key. */
export const ownApplication: Operator = {
  keyId: null,
  userId: null,
  name: 'application key',
  holder: 'the deployment',
  scopes: ['all'],
  expiresAt: null,
  factorUntil: null,
  line: null,
  createdAt: null,
}

type Known = { by: Operator; clientAddress: string } | OperatorRefusal
type Options = Pick<ApiOptions, 'application' | 'service' | 'signatureClock'>

/**
 * The caller of an operator call: the holder of the key or of the desk session in the request, or the application of
 * the settings, which signs it.
 */
export const operatorOf = async (options: Options, row: OperatorCall, request: CallRequest): Promise<Known> => {
  const shown = header(request, 'authorization')
  if (shown !== '') return holderOf(options, request, shown)
  const signed = await signedBy(options, request, { isHarmless: row.harmless, ownOnly: true })
  if (signed.ok) return { by: ownApplication, clientAddress: request.peerAddress }
  return refuse('signature_refused', `${signatureRefusalTexts[signed.reason]}.`)
}

/**
 * The holder of an operator key or a desk session. Wrong, expired and ended ones get the same answer. Wrong ones are
 * counted per client address, but a correct one is always accepted, so others at the address cannot lock an operator
 * out.
 */
const holderOf = async (options: Options, request: CallRequest, shown: string): Promise<Known> => {
  const { service } = options
  const { deployment, storage } = service
  const [, text = ''] = /^Bearer +(\S+)$/i.exec(shown) ?? []
  const isDesk = text.startsWith(deskTokenPrefix)
  const by = await (isDesk ? atDesk : withKey)(service, text)
  const clientAddress = isDesk ? await addressAtDesk(options, request) : request.peerAddress
  if (by) return { by, clientAddress }
  const subject = limitedClientAddress(clientAddress)
  const counted = await count(storage, 'wrongOperatorKeysFromAnAddress', { subject, at: deployment.now() })
  if (!counted.within) {
    const retry_after = secondsUntil(deployment, counted.until)
    return { ...refuse('too_many_requests', 'Too many wrong keys came from this address.'), data: { retry_after } }
  }
  // An ended desk session is ordinary, so it is not logged.
  if (isDesk) return refuse('key_refused', 'This session at the desk has ended. Enter the desk again.')
  request.log.warn({ address: subject }, 'an operator key was refused')
  return refuse('key_refused', 'This operator key is unknown, expired or revoked. Ask an operator for another one.')
}

/**
 * The client address of a browser at the desk, as the web app states it in a signed request. Otherwise it is the
 * sender's own address, which all operators share.
 */
const addressAtDesk = async (options: Options, request: CallRequest): Promise<string> => {
  if (!request.values && header(request, signatureHeaders.signature) === '') return request.peerAddress
  // The token names the actor. A repeated signature can only repeat the address.
  const signed = await signedBy(options, request, { isHarmless: true, ownOnly: true })
  return signed.ok ? clientAddressOf(request) : request.peerAddress
}

const withKey = async ({ storage }: Service, text: string): Promise<Operator | undefined> => {
  const key = await goodKey(storage, text)
  return key && { keyId: key.id, userId: null, factorUntil: null, ...key }
}

const atDesk = async (service: Service, token: string): Promise<Operator | undefined> => {
  const visit = await visitOf(service, token)
  if (!visit) return undefined
  const { accountId: userId, username, name, scopes, expiresAt, line, addedAt } = visit
  const holder = name ?? username
  const factorUntil = visit.factorAt + freshProofMs(service.deployment)
  return { keyId: null, userId, name: username, holder, scopes, expiresAt, factorUntil, line, createdAt: addedAt }
}
