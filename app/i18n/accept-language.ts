import type { Language } from './texts'

/**
 * The language of ours that a tag (RFC 5646) asks for, or undefined. Mainland and unspecified Chinese is simplified; so
 * is, for want of a better one, traditional Chinese.
 */
export const nearestLanguage = (tag: string): Language | undefined => {
  const [primary = ''] = tag.trim().toLowerCase().split(/[-_]/)
  if (primary === 'zh') return 'zh-Hans'
  return primary === 'en' ? 'en' : undefined
}

/** The language of ours that an Accept-Language header (RFC 9110, section 12.5.4) likes best, or undefined. */
export const acceptedLanguage = (header: string): Language | undefined =>
  header
    .slice(0, 1000)
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
      return { language: nearestLanguage(tag), weight: Number(weight) }
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .find(({ language }) => language !== undefined)?.language
