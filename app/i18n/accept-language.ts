import Negotiator from 'negotiator'
import type { Language } from './texts'

/** A longer header is cut: real browsers send far less. */
const headerMaxLength = 1000

/**
 * The best match among some languages for a tag (RFC 5646), or undefined. The first part of the tag decides, and for
 * Chinese also the script. If only one kind of Chinese is offered, all Chinese tags get it, because it is closer to its
 * reader than English.
 */
export const nearestLanguage = (tag: string, offered: readonly Language[]): Language | undefined => {
  const near = offered.filter((language) => primaryOf(language) === primaryOf(tag))
  return near.find((language) => isTraditional(language) === isTraditional(tag)) ?? near[0]
}

/**
 * True for traditional Chinese: by its script, or without one by a region where it is usual. Cantonese, Hakka and Min
 * Nan count as traditional unless the tag says otherwise.
 */
const isTraditional = (tag: string): boolean =>
  /^(?:zh[-_](?:hant|tw|hk|mo)|(?:yue|hak|nan)(?![-_](?:hans|cn)))(?:[-_]|$)/i.test(tag.trim())

/** The languages that are read as Chinese (ISO 639-3, the macrolanguage zho). */
const chinese = /^(?:yue|cmn|hak|nan|wuu|gan|hsn)$/

const primaryOf = (tag: string): string => {
  const primary = tag.trim().toLowerCase().split(/[-_]/, 1)[0] ?? ''
  return chinese.test(primary) ? 'zh' : primary
}

/** The one of some languages that an Accept-Language header (RFC 9110, section 12.5.4) prefers, or undefined. */
export const acceptedLanguage = (header: string, offered: readonly Language[]): Language | undefined => {
  for (const tag of tagsOf(header)) {
    const language = nearestLanguage(tag, offered)
    if (language) return language
  }
  return undefined
}

/** The first region that an Accept-Language header names (RFC 5646, section 2.2.4) and a list has, or undefined. */
export const acceptedRegion = (header: string, isListed: (region: string) => boolean): string | undefined =>
  tagsOf(header)
    .map((tag) => /^[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})(?:-|$)/i.exec(tag)?.[1]?.toUpperCase() ?? '')
    .find(isListed)

const tagsOf = (header: string): string[] =>
  new Negotiator({ headers: { 'accept-language': header.slice(0, headerMaxLength) } }).languages()
