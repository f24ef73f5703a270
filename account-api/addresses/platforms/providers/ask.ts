import { ProviderFailed } from '#account-api/accounts/platforms/provider'
import { textOf } from '#account-api/kernel/outside/answers'
import { seconds } from '#account-api/kernel/time'
import { withTimeLimit } from '#process/time-limit'

/** The time limit for all requests to a provider together. The web app waits five seconds for the whole call. */
export const tellingRule = { patienceMs: seconds(4) }

interface Asked {
  headers?: Record<string, string>
  /** Posted as a form (RFC 6749), or as JSON. Without either, it is a GET. */
  form?: Record<string, string>
  json?: object
}

/** Asks a provider for JSON, within the time that is left. */
export type Ask = (url: string, asked?: Asked) => Promise<{ status: number; body: unknown }>

const contentOf = ({ form, json }: Asked): Pick<RequestInit, 'method' | 'body'> & { type?: string } => {
  if (form) return { method: 'POST', body: new URLSearchParams(form).toString(), type: 'x-www-form-urlencoded' }
  return json ? { method: 'POST', body: JSON.stringify(json), type: 'json; charset=utf-8' } : { method: 'GET' }
}

/** Asks once. Redirects are not followed, and at most 64 kB of an answer are read. */
const askOnce = async (url: string, asked: Asked, signal: AbortSignal) => {
  const { type, ...content } = contentOf(asked)
  const headers = {
    accept: 'application/json',
    'user-agent': 'butterfly',
    ...(type !== undefined && { 'content-type': `application/${type}` }),
    ...asked.headers,
  }
  const response = await fetch(url, { ...content, headers, redirect: 'manual', signal })
  return { status: response.status, text: await textOf(response, signal) }
}

/**
 * Runs the requests to a provider, which share the time limit of {@link tellingRule}.
 * @throws ProviderFailed if the provider gives no complete JSON answer in time, or reports an internal error
 */
export const withinTime = async <Answer>(questions: (ask: Ask) => Promise<Answer>): Promise<Answer> => {
  const askUnder =
    (signal: AbortSignal): Ask =>
    async (url, asked = {}) => {
      const { hostname } = new URL(url)
      const answer = await askOnce(url, asked, signal).catch(() => undefined)
      if (!answer) throw new ProviderFailed('platform_unreachable', `${hostname} gave no answer`)
      const body = jsonIn(answer.text)
      if (answer.status >= 500 || answer.status === 429 || body === undefined)
        throw new ProviderFailed('platform_unreachable', `${hostname} answered ${answer.status}, or no JSON`)
      return { status: answer.status, body }
    }
  return withTimeLimit({ ms: tellingRule.patienceMs }, (signal) => questions(askUnder(signal)))
}

const jsonIn = (text: string | undefined): unknown => {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

/** Adds parameters to an address, next to its own. Empty parameters are left out. */
export const withParameters = (address: string, parameters: Record<string, string>): string => {
  const url = new URL(address)
  for (const [name, value] of Object.entries(parameters)) if (value !== '') url.searchParams.set(name, value)
  return url.href
}
