import type { OperatorCall } from '../../../contract/operator/operator-call'
import type { OperatorRefusal } from '../../../contract/operator/operator-wire'
import { signatureRefusalTexts } from '../../../contract/wire/signing'
import { type CallRequest, header } from '../../http/raw-request'
import { limitedClientAddress } from '../../kernel/limits/client-address'
import { count } from '../../kernel/limits/limits'
import { secondsUntil } from '../../kernel/time'
import { type Operator, refuse } from '../../operator/handling'
import { goodKey } from '../../operator/keys/key'
import type { Service } from '../../operator/service'
import type { ApiOptions } from '../api-options'
import { signedBy } from '../signed-by'

/** The holder of the settings' application key, who may do everything and makes the first operator key. */
export const ownApplication: Operator = {
  keyId: null,
  name: 'application key',
  holder: 'the deployment',
  scopes: ['all'],
}

type Known = { ok: true; by: Operator } | OperatorRefusal

/**
 * Who makes a call of the operator: the holder of the key that the request shows, or the application of the settings, which
 * signs it.
 */
export const whoAsks = async (options: ApiOptions, row: OperatorCall, request: CallRequest): Promise<Known> => {
  const shown = header(request, 'authorization')
  if (shown !== '') return holderOf(options.service, request, shown)
  const signed = await signedBy(options, request, { isHarmless: row.power.act === 'reads', ownOnly: true })
  if (signed.ok) return { ok: true, by: ownApplication }
  return refuse('signature_refused', `${signatureRefusalTexts[signed.reason]}.`)
}

/**
 * The holder of a key. A wrong one, one that has expired and one that is revoked are answered alike. Wrong keys are counted
 * by the address, and a right one is accepted all the same: others at the address cannot lock an operator out.
 */
const holderOf = async (service: Service, request: CallRequest, shown: string): Promise<Known> => {
  const { setting, storage } = service
  const [, text = ''] = /^Bearer +(\S+)$/i.exec(shown) ?? []
  const key = await goodKey(setting, storage, text)
  if (key) return { ok: true, by: { keyId: key.id, ...key } }
  const subject = limitedClientAddress(request.peerAddress)
  const counted = await count(storage, 'wrongOperatorKeysFromAnAddress', { subject, at: setting.now() })
  if (!counted.within) {
    const retry_after = secondsUntil(setting, counted.until)
    return { ...refuse('too_many_requests', 'Too many wrong keys came from this address.'), retry_after }
  }
  request.log.warn({ address: subject }, 'an operator key was refused')
  return refuse('key_refused', 'This operator key is unknown, expired or revoked. Ask an operator for another one.')
}
