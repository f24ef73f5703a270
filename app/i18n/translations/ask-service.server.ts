import { wholeBody } from '#outgoing/whole-body'
import { type Language, namespace } from '~/i18n/texts'

/** The translation service of a deployment. */
export interface TranslationService {
  /** With `{{lng}}` and `{{ns}}` where the language and the namespace are, and perhaps `{{key}}`. */
  url: string
  /** The public key, if it asks for one. */
  key?: string | undefined
}

/** Three times the built-in texts of a language. Reading more at once would hold up pages. */
const answerMaxBytes = 512 * 1024

/** The address of the texts of one language (spec section 7: GET of texts per namespace). */
export const addressOf = ({ url, key = '' }: TranslationService, language: Language): string => {
  const values: Record<string, string> = { lng: language, ns: namespace, key }
  return url.replace(/\{\{(lng|ns|key)\}\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
}

/**
 * Asks a translation service once for the texts of a language. The key is in the address where that has a place for
 * it, or else in the Authorization header (RFC 6750).
 * @param signal ends the question, however far the answer has come
 * @returns the text of the answer, which should be JSON
 * @throws Error when there is no answer, one of another status, a redirect, one that is too large, or none in UTF-8
 */
export const askService = async (
  service: TranslationService,
  language: Language,
  signal: AbortSignal,
): Promise<string> => {
  const isKeyInAddress = service.url.includes('{{key}}')
  const response = await fetch(addressOf(service, language), {
    headers: {
      accept: 'application/json',
      ...(service.key !== undefined && !isKeyInAddress && { authorization: `Bearer ${service.key}` }),
    },
    // An operator names one place. An answer must not lead to another, which could be inside of the network.
    redirect: 'manual',
    signal,
  })
  if (response.status !== 200 || !response.body) {
    await response.body?.cancel()
    throw new Error(`the service answered ${response.status}`)
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(
    await wholeBody(response, { signal, maxBytes: answerMaxBytes }),
  )
}
