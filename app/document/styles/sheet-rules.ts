import { LRUCache } from 'lru-cache'

/** A rule, with the names that each of its selectors needs in a page to match. */
interface Rule {
  selectors: { text: string; needs: string[] }[]
  body: string
}

/** Rules under a condition: `@media …` or `@supports …`. */
interface Group {
  condition: string
  parts: Part[]
}

type Part = Rule | Group | string

/** More than the number of page shapes. The text for each has some thousand bytes. */
const mostShapes = 300
/** How many characters of tags are remembered. Most tags of a page occur in others too. */
const mostOfTags = 200_000

const comment = /\/\*.*?\*\//gs
/** Between the selectors of a list, but not inside parentheses. */
const listComma = /\s*,\s*(?![^()]*\))/
/** Parts of a selector that need nothing in a page, or whose needs are not worth checking. */
const needless = /:(?!has\()[a-z-]+\([^()]*\)|:has\([^()]*,[^()]*\)/g
const nameInSelector = /([.#])?([a-z][\w-]*)|\[([\w-]+)(?:="?([^"\]]*)"?)?\]|::?([a-z-]+)/g
const [firstLetter, lastLetter] = [97, 122]
const tag = /^<([a-z][a-z\d]*)([^>]*)>$/
const attribute = / ([a-zA-Z-]+)(?:="([^"]*)")?/g

/** The attributes that a page has if one of these selector parts matches. */
const attributeOf: Record<string, string> = { disabled: '[disabled]', 'file-selector-button': '[type=file]' }

/** The names that scripts add to a page that has an island (app/islands). A vendor's scripts have their own styles. */
const namesOfIslands = ['p', 'span', 'input', 'button', '.button', '.quiet', '[hidden]']

/** The condition of print rules, whose separate link every browser gets, whether or not it has the sheet. */
const forPrint = '@media print'

/**
 * Selects the rules of two style sheets that a page needs, by its element names, classes and attributes. A selector is
 * left out if a name in it is not in the page, because then it matches nothing. The rest keeps its order, so the
 * cascade gives the same result as both whole sheets.
 */
export class SheetRules {
  readonly #common: Part[]
  readonly #seldom: Part[]
  /** All names that any selector needs, in order. */
  readonly #names: ReadonlyMap<string, number>
  /** The positions of the names in a tag. */
  readonly #inTags = new Map<string, readonly number[]>()
  #ofTags = 0
  /** The texts of style sheets by the names in a page. Pages of one shape have the same names. */
  readonly #texts = new LRUCache<string, string>({ max: mostShapes })

  /**
   * @param common the sheet that browsers keep, minified or not
   * @param seldom the sheet that follows it. Rules that `common` has too (the colours) are left out.
   * @throws for a sheet that does not close a brace
   */
  constructor(common: string, seldom: string) {
    this.#common = partsOf(common.replace(comment, ''))
    const repeated = new Set(this.#common.map((part) => JSON.stringify(part)))
    this.#seldom = partsOf(seldom.replace(comment, '')).filter((part) => !repeated.has(JSON.stringify(part)))
    const names = new Set([...this.#common, ...this.#seldom].flatMap(namesIn))
    this.#names = new Map([...names].map((name, place) => [name, place]))
  }

  /**
   * The rules that elements of a page may match, as a style sheet; empty if it needs none.
   * @param markup the page as React writes it
   * @param hasCommon true if the page also has the common sheet, so only rules of the other sheet are needed
   */
  neededBy(markup: string, hasCommon: boolean): string {
    const isThere = this.#namesIn(markup)
    const shape = `${hasCommon} ${isThere.join('')}`
    const known = this.#texts.get(shape)
    if (known !== undefined) return known
    const common = this.#common.filter(
      (part) => typeof part === 'string' || !('parts' in part) || part.condition !== forPrint,
    )
    const found = new Set([...this.#names].flatMap(([name, place]) => (isThere[place] === 1 ? [name] : [])))
    const text = textOf(hasCommon ? this.#seldom : [...common, ...this.#seldom], found)
    this.#texts.set(shape, text)
    return text
  }

  /** A 1 at the place of each name that is in a page. */
  #namesIn(markup: string): Uint8Array {
    const isThere = new Uint8Array(this.#names.size)
    for (const written of tagsIn(markup)) for (const place of this.#placesIn(written)) isThere[place] = 1
    return isThere
  }

  #placesIn(written: string): readonly number[] {
    const known = this.#inTags.get(written)
    if (known) return known
    const places: number[] = []
    const add = (name: string): void => {
      const place = this.#names.get(name)
      if (place !== undefined) places.push(place)
    }
    const [, element = '', attributes = ''] = tag.exec(written) ?? []
    add(element)
    for (const [, writtenName = '', value] of attributes.matchAll(attribute)) {
      const name = writtenName.toLowerCase()
      if (name === 'data-island') namesOfIslands.forEach(add)
      if (name === 'class') for (const each of (value ?? '').split(' ')) add(`.${each}`)
      add(`[${name}]`)
      if (value !== undefined) add(`[${name}=${value}]`)
    }
    // A least-recently-used list would cost each page more than filling the map again.
    if (this.#ofTags > mostOfTags) {
      this.#inTags.clear()
      this.#ofTags = 0
    }
    // A copy, because a slice would keep the whole page in memory.
    this.#inTags.set(Buffer.from(written).toString(), places)
    this.#ofTags += written.length
    return places
  }
}

/** The start tags of a page, as written. A pattern would take four times as long, on each page. */
const tagsIn = (markup: string): string[] => {
  const found: string[] = []
  for (let open = markup.indexOf('<'); open >= 0; open = markup.indexOf('<', open + 1)) {
    const first = markup.charCodeAt(open + 1)
    const close = first >= firstLetter && first <= lastLetter ? markup.indexOf('>', open) : -1
    if (close >= 0) found.push(markup.slice(open, close + 1))
  }
  return found
}

const textOf = (parts: Part[], found: ReadonlySet<string>): string =>
  parts
    .map((part) => {
      if (typeof part === 'string') return part
      if ('parts' in part) {
        const inside = textOf(part.parts, found)
        return inside && `${part.condition}{${inside}}`
      }
      const selectors = part.selectors.filter(({ needs }) => needs.every((name) => found.has(name)))
      return selectors.length > 0 ? `${selectors.map(({ text }) => text).join()}{${part.body}}` : ''
    })
    .join('')

const namesIn = (part: Part): string[] => {
  if (typeof part === 'string') return []
  return 'parts' in part ? part.parts.flatMap(namesIn) : part.selectors.flatMap(({ needs }) => needs)
}

/** Reads the rules of a sheet without comments. @throws for a brace that is not closed */
const partsOf = (css: string): Part[] => {
  const parts: Part[] = []
  for (let at = 0; ; ) {
    const open = css.indexOf('{', at)
    if (open < 0) return parts
    const close = closingOf(css, open)
    const head = css.slice(at, open).trim()
    const body = css.slice(open + 1, close).trim()
    if (/^@(media|supports)\b/.test(head)) parts.push({ condition: head, parts: partsOf(body) })
    else if (head.startsWith('@')) parts.push(`${head}{${body}}`)
    else parts.push({ selectors: head.split(listComma).map((text) => ({ text, needs: needsOf(text) })), body })
    at = close + 1
  }
}

const closingOf = (css: string, open: number): number => {
  let depth = 0
  for (let at = open; at < css.length; at += 1) {
    if (css[at] === '{') depth += 1
    if (css[at] === '}') depth -= 1
    if (depth === 0) return at
  }
  throw new Error(`the style sheet does not close the brace after ${css.slice(open, open + 40)}`)
}

/** The names without which a selector finds nothing. */
const needsOf = (selector: string): string[] =>
  [...selector.replace(needless, '').matchAll(nameInSelector)].flatMap(
    ([, kind, name = '', attributeName, value, pseudo]) => {
      if (pseudo !== undefined) return attributeOf[pseudo] ?? []
      if (attributeName !== undefined) return value === undefined ? `[${attributeName}]` : `[${attributeName}=${value}]`
      return kind === '#' ? `[id=${name}]` : `${kind ?? ''}${name}`
    },
  )
