import { skeletonOf } from './skeleton'

/** Words that suggest the operator, alone or in a word that is made of such words. */
const strong =
  'admin administrator customercare customerservice helpdesk hostmaster moderator official operator postmaster security support verification verified webmaster'.split(
    ' ',
  )

/**
 * Words that suggest the operator only as whole words of a username; within others (grassroots, staffan, ecosystem) they
 * are harmless.
 */
export const weak = 'abuse billing help mod owner passport root service staff sys system team'.split(' ')

/** Chinese words that suggest the operator, in simplified characters. */
const chinese = '管理员|客服|验证|客户服务|工作人员|(?<![军法])官方(?!阵)|版主|站长'
/** Words that occur in ordinary names within longer ones: 信息系统, 商业运营, 食品安全中心. */
const atTheBeginning = '系统|运营|安全中心'
const chineseWord = new RegExp(`${chinese}|(?<!\\p{Script=Han})(?:${atTheBeginning})`, 'gu')

/** Characters of those words as they are written elsewhere. */
const simplified: Record<string, string> = {
  ...{ 員: '员', 驗: '验', 験: '验', 證: '证', 証: '证', 戶: '户', 戸: '户', 務: '务', 長: '长' },
  ...{ 統: '统', 運: '运', 營: '营', 軍: '军', 陣: '阵' },
}

const words = new Intl.Segmenter('zh', { granularity: 'word' })

/**
 * True when a text has a Chinese word of the operator, and not as parts of other words: a dictionary finds no 客服 in
 * 游客服务, and no 站长 in 南站长途.
 */
export const hasChineseWord = (text: string): boolean => {
  const plain = text.replace(/\p{Script=Han}/gu, (sign) => simplified[sign] ?? sign)
  const found = [...plain.matchAll(chineseWord)]
  if (found.length === 0) return false
  const edges = new Set([...words.segment(plain)].map(({ index }) => index)).add(plain.length)
  return found.some(({ index, 0: word }) => edges.has(index) && edges.has(index + word.length))
}

/** Digits that are read as letters, and those letters. The letters i and l count as one. */
const readAs: Record<string, string> = { l: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' }

/** The looks of a text, with digits read as letters. */
export const folded = (text: string): string => skeletonOf(text).replace(/[l3457]/g, (sign) => readAs[sign] ?? sign)

const any = (of: readonly string[]): string => `(?:${of.map(folded).join('|')})`
/** The product, whose name is nobody's brand if the operator has another. */
const product = 'butterfly'
const ordinary = ['account', 'center', 'centre', 'desk', 'my', 'news', 'online', 'the', product]
const all = any([...strong, ...weak, ...ordinary])
const wholeWord = new RegExp(`^${all}*${any(strong)}s?${all}*$`, 'u')

/** True when a folded word is a strong one, or made of such words: "supportteam". */
export const isStrongWord = (word: string): boolean => wholeWord.test(word)

/** Ordinary words, or their beginnings, that begin or end as a strong one. */
const harmless = new RegExp(
  any(
    'badmin administra cooperator supporter supported supporting supportive unofficial officially officialdom insecurity biosecurity cybersecurity'.split(
      ' ',
    ),
  ),
  'u',
)

/** A username has no spaces, so that a word at its edge counts too: "adminjane". */
const atAnEdge = new RegExp(`^${any([...strong, product])}|${any([...strong, product])}s?$`, 'u')

const foldedWeak = new Set(weak.map(folded))

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
    words.some((word) => foldedWeak.has(word) || isStrongWord(word) || (atAnEdge.test(word) && !harmless.test(word)))
  )
}
