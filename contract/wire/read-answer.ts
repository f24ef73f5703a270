import { type Call, endpointOf, errorsOf, type Variant } from '../call'
import { type ErrorName, errorName, errors } from '../errors'
import { arranged } from './arranged'
import { UpstreamFailure } from './upstream-failure'
import { type Content, wires } from './wires'

/** Failures that any call may answer, declared or not: the upstream decides when to ask for a step-up. */
export const stepUpErrors = ['captcha_required', 'second_verification_required'] as const

/** Opens an answer. Undefined when it is none of the call's wire. */
export const contentOf = (
  row: Call,
  variant: Variant,
  response: { header(name: string): string | undefined; body: Uint8Array },
): Content | undefined => {
  const [mediaType = ''] = (response.header('content-type') ?? '').split(';')
  // The media type tells a file from a failure: another upstream may answer both with status 200.
  if (row.answers === 'bytes' && mediaType !== 'application/json')
    return { ok: true, data: { media_type: mediaType, bytes: response.body } }
  return wires[endpointOf(row, variant).wire].open(parseJson(response.body))
}

export const hasNumber = (content: Content, name: ErrorName): boolean =>
  !content.ok && content.number === errors[name].number

/**
 * Reads what an answer says by the call's row.
 * @throws UpstreamFailure when it does not fit the row
 */
export const read = (row: Call, content: Content, { logId, status }: { logId: string; status: number }) => {
  if (content.ok) {
    const output = row.output.safeParse(arranged(row.output.shape, content.data))
    if (!output.success) throw new UpstreamFailure(row.name, 'malformed', logId, { cause: output.error })
    return { ok: true, data: output.data }
  }
  const { number, description } = content
  // A decision asks for a captcha, whatever the number of the failure (spec section 8).
  const decided = errors.captcha_required.data.safeParse(content.data)
  if (decided.success) return { ok: false, code: 'captcha_required', description, data: decided.data }
  const code = errorName(number)
  if (code === 'form_token_refused') throw new UpstreamFailure(row.name, 'form_token', logId)
  if (code === 'signature_refused') {
    const refused = errors.signature_refused.data.safeParse(content.data).data?.reason
    throw new UpstreamFailure(row.name, 'signature', logId, { refused })
  }
  const isKnown = code !== undefined && [...errorsOf(row), ...stepUpErrors].includes(code)
  const data = isKnown ? errors[code].data.safeParse(content.data) : undefined
  // Another account API has numbers of its own, and may mean something else by one of ours.
  if (!isKnown || !data?.success)
    return status === 401
      ? { ok: false, code: 'not_signed_in', description, data: {} }
      : { ok: false, code: 'undeclared', number, description, data: content.data }
  return { ok: false, code, description, data: data.data }
}

/** True for a call that may sign somebody in. */
export const maySignIn = ({ output: { shape } }: Call): boolean => 'authenticator_ticket' in shape || 'session' in shape

/** True for the data of a success that has signed somebody in: they, or a part of them, say whom. */
export const hasSignedIn = ({ session, ...own }: { session?: object | null }): boolean => {
  const begun = session ?? own
  return 'is_new_user' in begun && !('authenticator_ticket' in begun)
}

const parseJson = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}
