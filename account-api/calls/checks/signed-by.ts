import { keysOfApplication } from '#account-api/applications/share/application'
import type { ApiOptions } from '#account-api/calls/api-options'
import { type CallRequest, header } from '#account-api/http/raw-request'
import { checkSignature, type SignatureRefusal, signatureHeaders, signatureRefusalTexts } from '#contract/wire/signing'

type Signed = { ok: true; aid: string } | { ok: false; reason: SignatureRefusal }

interface Accepted {
  /** A harmless call may be repeated, so its nonce is not stored. */
  isHarmless: boolean
  /** Only the application of the settings may call, not the registered ones. */
  ownOnly?: boolean
}

/**
 * The application that signed a request, or why its signature is refused, with a line in the log. A signature is
 * accepted once: a repeated nonce is a replay. A request within this process comes from the application of the
 * settings.
 */
export const signedBy = async (
  { application, service, signatureClock }: Pick<ApiOptions, 'application' | 'service' | 'signatureClock'>,
  request: CallRequest,
  { isHarmless, ownOnly = false }: Accepted,
): Promise<Signed> => {
  if (request.values) return { ok: true, aid: application.aid }
  const { method, path, allHeaders: headers, body } = request
  const signed = { method, path, headers, body }
  const aid = header(request, signatureHeaders.aid)
  const registered = () => (ownOnly ? [] : keysOfApplication(service.storage, aid))
  const keys = aid === application.aid ? application.keys : await registered()
  const signature = checkSignature(signed, () => keys, signatureClock())
  const refused = (reason: SignatureRefusal, fields: Record<string, unknown>): Signed => {
    request.log.error({ refused: reason, ...fields }, signatureRefusalTexts[reason])
    return { ok: false, reason }
  }
  if (!signature.ok && signature.reason === 'stale')
    return refused('clock', { aheadSeconds: Math.round(signature.aheadMs / 1000) })
  if (!signature.ok) return refused('key', { because: signature.reason })
  if (isHarmless) return { ok: true, aid }
  const { nonce, signedAtMs, staleAfterMs } = signature
  const added = await service.storage.nonces.add(nonce, { signedAt: signedAtMs, expiresAt: staleAfterMs })
  if (added === 'new') return { ok: true, aid }
  return refused(added === 'known' ? 'replay' : 'forgotten', {})
}
