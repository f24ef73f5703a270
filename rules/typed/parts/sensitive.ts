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

/** Chinese words that suggest the operator, and what makes another word of them: 游客服务 has no 客服. */
const chinese: readonly { word: string; notAfter?: string; notBefore?: string }[] = [
  ...['管理员', '管理員'].map((word) => ({ word, notBefore: '工' })),
  { word: '客服', notBefore: '务務装裝饰飾' },
  ...['验证', '驗證'].map((word) => ({ word, notBefore: '据據明券书書件' })),
  ...['客户服务', '工作人员'].map((word) => ({ word })),
  { word: '官方', notAfter: '五军軍器法', notBefore: '阵陣位' },
  { word: '版主', notAfter: '出', notBefore: '编編' },
  { word: '站长', notBefore: '途征江春沙城安街廊期年桥宁' },
]

/** Words that occur in ordinary names within longer Chinese words: 信息系统, 商业运营, 食品安全中心. */
const atTheBeginning = ['系统', '系統', '运营', '安全中心']

/** Digits that are read as letters, and those letters. The letters i and l count as one. */
const readAs: Record<string, string> = { l: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' }

/** The looks of a text, with digits read as letters. */
export const folded = (text: string): string => skeletonOf(text).replace(/[l3457]/g, (sign) => readAs[sign] ?? sign)

const noneOf = (characters: string | undefined, how: string): string =>
  characters === undefined ? '' : `(?${how}[${folded(characters)}])`

const han = [
  ...chinese.map(({ word, notAfter, notBefore }) => noneOf(notAfter, '<!') + folded(word) + noneOf(notBefore, '!')),
  ...atTheBeginning.map((word) => `(?<!\\p{Script=Han})${folded(word)}`),
]

/** True when a folded text has a Chinese word of the operator. */
export const hasChineseWord = (text: string): boolean => hanWords.test(text)
const hanWords = new RegExp(han.join('|'), 'u')

const any = (words: readonly string[]): string => `(?:${words.map(folded).join('|')})`
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
    hasChineseWord(folded(name.replace(/[._-]/g, ''))) ||
    words.some((word) => foldedWeak.has(word) || isStrongWord(word) || (atAnEdge.test(word) && !harmless.test(word)))
  )
}
