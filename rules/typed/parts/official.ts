import { skeletonOf } from './skeleton'

/** Digits that are read as letters, and those letters. The letters i and l count as one. */
const readAs: Record<string, string> = { l: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' }

/** The looks of a text, with digits read as letters. */
const folded = (text: string): string => skeletonOf(text).replace(/[l3457]/g, (sign) => readAs[sign] ?? sign)

const list = (words: string): string[] => words.split(' ').map(folded)
const any = (of: readonly string[]): string => `(?:${of.join('|')})`

/** Words that suggest the operator, alone or in a word that is made of such words. */
const strong = list(
  'admin administrator customercare customerservice helpdesk hostmaster moderator official operator postmaster security support verification verified webmaster',
)
/** Words that do so as whole words of a username alone: in others (grassroots, staffan, ecosystem) they are harmless. */
const weak = list('abuse billing help mod owner passport root service staff sys system team')
/** Words without information about the owner of a name. A name of these words alone is read as the operator's. */
const empty = new Set([...weak, ...list('account accounts alert code login notice password the')])
/** The product, whose name is nobody's brand if the operator has another. */
const product = folded('butterfly')
const all = any([...strong, ...weak, ...list('account center centre desk my news online the'), product])
const strongWord = new RegExp(`^${all}*${any(strong)}s?${all}*$`, 'u')
/** A username has no spaces, so that a word at its edge counts too: "adminjane". */
const atAnEdge = new RegExp(`^${any([...strong, product])}|${any([...strong, product])}s?$`, 'u')
/** Ordinary words, or their beginnings, that begin or end as a strong one. */
const harmless = new RegExp(
  any(
    list(
      'badmin administra cooperator supporter supported supporting supportive unofficial officially officialdom insecurity biosecurity cybersecurity',
    ),
  ),
  'u',
)

/** Chinese words that suggest the operator, in simplified characters; the last three alone at the beginning of a name. */
const chineseWord =
  /管理员|客服|验证|客户服务|工作人员|(?<![军法])官方(?!阵)|版主|站长|(?<!\p{Script=Han})(?:系统|运营|安全中心)/gu

/** Characters of those words as they are written elsewhere, each before its simplified form. */
const variants = '員员驗验験验證证証证戶户戸户務务長长統统運运營营軍军陣阵'
const simplified = (sign: string): string => {
  const at = variants.indexOf(sign)
  return at % 2 === 0 ? variants.charAt(at + 1) : sign
}

const dictionary = new Intl.Segmenter('zh', { granularity: 'word' })

/**
 * True when a text has a Chinese word of the operator, and not as parts of other words: a dictionary finds no 客服 in
 * 游客服务, and no 站长 in 南站长途.
 */
const hasChineseWord = (text: string): boolean => {
  const plain = text.replace(/\p{Script=Han}/gu, simplified)
  const found = [...plain.matchAll(chineseWord)]
  if (found.length === 0) return false
  const edges = new Set([...dictionary.segment(plain)].map(({ index }) => index)).add(plain.length)
  return found.some(({ index, 0: word }) => edges.has(index) && edges.has(index + word.length))
}

/**
 * True when a username could be taken for the operator's, even with look-alike letters, with digits for letters, or
 * with . _ - in between. Such a username needs a review.
 */
export const isSensitive = (name: string): boolean => {
  const words = [name, ...name.split(/[._-]/), ...name.split(/[._-]|\p{Nd}+/u)].map((word) =>
    folded(word.replace(/[._-]/g, '')),
  )
  return (
    hasChineseWord(name.replace(/[._-]/g, '')) ||
    words.some((word) => weak.includes(word) || strongWord.test(word) || (atAnEdge.test(word) && !harmless.test(word)))
  )
}

/** The words of a name. One begins at a capital after a small letter, as in "SecurityTeam"; "Co-operators" is one. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/(?<!\p{L})co[-‐‑](?=oper)/giu, 'co')
    .replace(/(?<=\p{Ll})(?=\p{Lu}\p{Ll})/gu, ' ')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')

/** The most words that are read as one. */
const longestRun = 40

/** Consecutive words, written together: "Sup port" is a text of two. */
const runs = (parts: readonly string[]): string[] =>
  parts.flatMap((_, from) =>
    parts.slice(from, from + longestRun).map((_, nth, rest) => rest.slice(0, nth + 1).join('')),
  )

/** Shorter brands occur within other words. */
const shortestWithin = 6

/** True when a name contains the name of the site, even with look-alike letters, or with signs in between. */
export const namesSite = (name: string, siteNames: readonly string[]): boolean => {
  const parts = wordsOf(name).map(folded)
  return siteNames.some((site) => {
    const brand = wordsOf(site).map(folded).join('')
    const isHan = /^\p{Script=Han}/u.test(site)
    const within = isHan ? [parts.join('')] : brand.length >= shortestWithin ? parts : []
    const isRun = runs(parts).some((run) => run === brand || run === `${brand}s`)
    return brand !== '' && (isRun || within.some((part) => part.includes(brand)))
  })
}

/**
 * True when a name of words could be taken for the operator's staff: by a word such as "support" or 客服, even with
 * look-alike letters, with digits for letters, or with signs in between. Only whole words count: "Badminton" and
 * "Administration" are ordinary.
 */
export const soundsOfficial = (name: string): boolean => {
  const words = wordsOf(name)
  const parts = words.map(folded)
  return (
    runs(parts).some((run) => strongWord.test(run)) ||
    hasChineseWord(words.map((part) => (/^\P{Script=Han}/u.test(part) ? ` ${part} ` : part)).join('')) ||
    (parts.length > 0 && parts.every((part) => empty.has(part)))
  )
}
