import { requireOpenPage } from '~/navigation/open-pages/require-open-page.server'
import { api } from '~/runtime/api.server'
import type { Args } from '~/runtime/load-context'
import { type CasAnswer, casJson, casXml } from './cas-answer'

const failed = (code: Extract<CasAnswer, { ok: false }>['code'], text: string): CasAnswer => ({ ok: false, code, text })

/** The text of each refusal, and its code in CAS. */
const refusals = {
  invalid_ticket: ['INVALID_TICKET', 'The ticket is unknown, used or too old, or its session has ended.'],
  invalid_service: ['INVALID_SERVICE', 'The ticket was issued for another service.'],
  not_fresh: ['INVALID_TICKET', 'The ticket does not come from a sign-in, as renew asks.'],
} as const

/** Longer values are not from here. */
const mostCharacters = { service: 4096, ticket: 256 }

interface Options {
  /** CAS 3.0 has attributes, CAS 2.0 has none. */
  withAttributes: boolean
}

/**
 * Validates the ticket of a request. The service that asks is a program, so it always gets an answer of the protocol,
 * and never a page.
 */
const validate = async (args: Args, { withAttributes }: Options): Promise<CasAnswer> => {
  const query = new URL(args.request.url).searchParams
  const [service, ticket] = [query.get('service') ?? '', query.get('ticket') ?? '']
  if (service === '' || ticket === '') return failed('INVALID_REQUEST', 'service and ticket are both required.')
  if (service.length > mostCharacters.service || ticket.length > mostCharacters.ticket)
    return failed('INVALID_TICKET', refusals.invalid_ticket[1])
  const client = await api(args)
  const answer = await client.validateServiceTicket({ service, ticket, renew: query.has('renew') ? 1 : 0 })
  if (!answer.ok) {
    if (answer.code !== 'service_ticket_refused') return failed('INTERNAL_ERROR', 'The ticket could not be validated.')
    const [code, text] = refusals[answer.data.reason]
    return failed(code, text)
  }
  // The ticket is used up, so another attempt does not get around the refusal.
  if (query.has('pgtUrl')) return failed('INVALID_PROXY_CALLBACK', 'There are no proxy tickets here.')
  const { user_id: user, proven_at, is_fresh, attributes } = answer.data
  if (!withAttributes) return { ok: true, user, attributes: {} }
  return {
    ok: true,
    user,
    attributes: {
      // The schema of CAS wants these three, in this order.
      authenticationDate: [proven_at],
      longTermAuthenticationRequestTokenUsed: ['false'],
      isFromNewLogin: [String(is_fresh)],
      ...attributes,
    },
  }
}

/**
 * An outage of the account API is also an answer of the protocol. If the account API lacks the calls of CAS, the page
 * does not exist.
 */
const validated = async (args: Args, options: Options): Promise<CasAnswer> => {
  await requireOpenPage(args)
  return validate(args, options).catch((thrown: unknown) => {
    if (thrown instanceof Response) return failed('INTERNAL_ERROR', 'The ticket could not be validated.')
    throw thrown
  })
}

const answered = (body: string, mediaType: string): Response =>
  new Response(body, {
    headers: {
      'content-type': `${mediaType}; charset=utf-8`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    },
  })

/** Answers `/serviceValidate` and `/p3/serviceValidate`, in XML unless `format=JSON` asks for JSON. */
export const answerServiceValidate = async (args: Args, options: Options): Promise<Response> => {
  const format = (new URL(args.request.url).searchParams.get('format') ?? 'XML').toUpperCase()
  if (format === 'JSON') return answered(casJson(await validated(args, options)), 'application/json')
  if (format === 'XML') return answered(casXml(await validated(args, options)), 'application/xml')
  return answered(casXml(failed('INVALID_REQUEST', 'format is XML or JSON.')), 'application/xml')
}

/** Answers `/validate` of CAS 1.0: `yes` and the user, or `no`. */
export const answerValidate = async (args: Args): Promise<Response> => {
  const answer = await validated(args, { withAttributes: false })
  return answered(answer.ok ? `yes\n${answer.user}\n` : 'no\n', 'text/plain')
}
