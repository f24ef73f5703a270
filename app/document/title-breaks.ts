/** Words that a dictionary of Chinese would split. */
const whole = [
  ...[
    '身份验证器',
    '通行密钥',
    '二维码',
    '验证码',
    '手机号',
    '浏览器',
    '第三方',
    '账号',
    '绑定',
    '解绑',
    '注销',
    '重置',
  ],
  ...['页面', '跳转', '读取', '送达', '接入', '表单', '有误', '另一个', '主管理员', '收不到', '不存在'],
]

const wholeWords = new RegExp(`(${whole.join('|')})`, 'u')

/** A line may end between these two: after a Chinese character, and before another that begins a word. */
const [endsWord, beginsWord] = [/\p{Script=Han}$/u, /^(?![的了吗和或也上])\p{Script=Han}/u]

const segments = (text: string, segmenter: Intl.Segmenter): string[] =>
  text
    .split(wholeWords)
    .flatMap((part) => (whole.includes(part) ? part : Array.from(segmenter.segment(part), ({ segment }) => segment)))

/** The length of a title that fits into one line at any width. */
const shortest = 5

let chinese: Intl.Segmenter | undefined

/**
 * Lets a Chinese title break between its words. Browsers break Chinese between any two characters, or nowhere,
 * depending on the style. A title that is too long for a narrow screen would break inside a word, or before its mark.
 */
export const withTitleBreaks = (markup: string, language: string): string => {
  if (!language.startsWith('zh')) return markup
  return markup.replace(/(?<=<h1>)[^<]+(?=<\/h1>)/, (title) => {
    if (title.length <= shortest) return title
    chinese ??= new Intl.Segmenter('zh', { granularity: 'word' })
    return segments(title, chinese).reduce(
      (before, word) => `${before}${endsWord.test(before) && beginsWord.test(word) ? '<wbr>' : ''}${word}`,
    )
  })
}
