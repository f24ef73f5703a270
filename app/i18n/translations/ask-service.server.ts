import { wholeBody } from '#process/whole-body'
import { type Language, namespace } from '~/i18n/texts'

export interface TranslationService {
  /** Contains `{{lng}}` and `{{ns}}` for the language and the namespace, and perhaps `{{key}}`. */
  url: string
  /** The public key, if the service requires one. */
  key?: string | undefined
}

/** Three times the size of the built-in texts of a language. Reading more at once would delay pages. */
const answerMaxBytes = 512 * 1024

/** The address of the texts of one language (spec section 7: GET of texts per namespace). */
export const addressOf = ({ url, key = '' }: TranslationService, language: Language): string => {
  const values: Record<string, string> = { lng: language, ns: namespace, key }
  return url.replace(/\{\{(lng|ns|key)\}\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
}

/**
 * Requests the texts of a language from a translation service, once. The key is in the address if that has a place for
 * it, otherwise in the Authorization header (RFC 6750).
 * @param signal aborts the request, even while the answer arrives
 * @returns the text of the answer, which should be JSON
 * @throws Error for no answer, another status, a redirect, an answer that is too large, or one that is not UTF-8
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
    // The operator names one address. An answer must not redirect to another one, which could be inside the network.
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
