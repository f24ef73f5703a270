import type { z } from 'zod'
import { type Call, endpointOf, errorsOf, type Variant } from '#contract/call'
import { type ErrorName, errorName, errors } from '#contract/errors'
import { fitted } from '#contract/terms/fitted'
import { arranged } from './arranged'
import { given } from './given'
import { UpstreamFailure } from './upstream-failure'
import { type Content, wires } from './wires'

/** Failures that any call may return, declared or not, because the account API decides when a step-up is required. */
export const stepUpErrors = ['captcha_required', 'second_verification_required'] as const

/** Opens an answer. Undefined if it does not have the envelope of the call's wire. */
export const contentOf = (
  row: Call,
  variant: Variant,
  response: { status: number; header(name: string): string | undefined; body: Uint8Array },
): Content | undefined => {
  if (response.status === 204) return { ok: true, data: {} }
  const [mediaType = ''] = (response.header('content-type') ?? '').split(';')
  // The media type distinguishes a file from a failure, because another account API may return both with status 200.
  if (row.answers === 'bytes' && mediaType !== 'application/json')
    return { ok: true, data: { media_type: mediaType, bytes: response.body } }
  const content = wires[endpointOf(row, variant).wire].open(parseJson(response.body), response.status)
  return content ?? (response.status === 401 && row.auth !== 'operator' ? signedOut : undefined)
}

/** A 401 is enough on its own. */
const signedOut: Content = { ok: false, number: errors.not_signed_in.number, description: '', data: {} }

export const hasNumber = (content: Content, name: ErrorName): boolean =>
  !content.ok && content.number === errors[name].number

/** Reads a value by its type, even if another account API writes it differently. */
const readAs = <Type extends z.ZodType>(type: Type, value: unknown) => {
  const read = type.safeParse(value)
  return read.success ? read : type.safeParse(fitted(type, value))
}

const readPlainly = <Type extends z.ZodType>(type: Type, value: unknown) => type.safeParse(value)

/** Reads the data of a success by the call's row, even if another account API arranges it differently. */
export const readData = ({ output }: Call, data: Record<string, unknown>) =>
  readAs(output, arranged(output.shape, data))

/**
 * Reads an answer by the call's row.
 * @throws UpstreamFailure when it does not fit the row
 */
export const read = (
  row: Call,
  content: Content,
  { logId, status, isHere = false }: { logId: string; status: number; isHere?: boolean },
) => {
  if (content.ok) {
    const isOurs = isHere || row.auth === 'operator'
    const output = isOurs
      ? readPlainly(row.output, isHere ? given(content.data) : content.data)
      : readData(row, content.data)
    if (!output.success) throw new UpstreamFailure(row.name, 'malformed', logId, { cause: output.error })
    return { ok: true, data: output.data }
  }
  const { number, description } = content
  if (row.auth === 'operator') return { ok: false, code: content.code, description, data: content.data }
  // A decision requires a captcha, whatever the number of the failure (spec section 8).
  const decided = readAs(errors.captcha_required.data, content.data)
  if (decided.success) return { ok: false, code: 'captcha_required', description, data: decided.data }
  const code = errorName(number)
  if (code === 'form_token_refused') throw new UpstreamFailure(row.name, 'form_token', logId)
  if (code === 'signature_refused') {
    const refused = errors.signature_refused.data.safeParse(content.data).data?.reason
    throw new UpstreamFailure(row.name, 'signature', logId, { refused })
  }
  const isKnown = code !== undefined && [...errorsOf(row), ...stepUpErrors].includes(code)
  // The number of a second verification comes from the specification, so it always has that meaning.
  const readsAnyForm = code === 'second_verification_required'
  const data = isKnown ? (readsAnyForm ? readAs : readPlainly)(errors[code].data, content.data) : undefined
  // Another account API has its own numbers, and may use the same ones for something else.
  if (!isKnown || !data?.success)
    return status === 401 && !(row.auth === 'none' && maySignIn(row))
      ? { ok: false, code: 'not_signed_in', description, data: {} }
      : { ok: false, code: 'undeclared', number, status, description, data: content.data }
  return { ok: false, code, description, data: data.data }
}

/** True for a call that may sign somebody in. */
export const maySignIn = ({ auth, output: { shape } }: Call): boolean =>
  auth !== 'operator' && ('authenticator_ticket' in shape || 'session' in shape)

/** True for the data of a success that has signed somebody in, because it contains the person. */
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
