import { describe, expect, it } from 'vitest'
import { openBrowser, withFakeAccountApi } from '#tests/app/browser/browser'
import { withTitleBreaks } from '~/document/title-breaks'

withFakeAccountApi()

const titled = (title: string) => `<main><h1>${title}</h1><p>手机号和验证码</p></main>`

const linesOf = (title: string, language = 'zh-Hans') =>
  (/<h1>(.*)<\/h1>/.exec(withTitleBreaks(titled(title), language))?.[1] ?? '').split('<wbr>')

describe('titles in Chinese', () => {
  it.each([
    [['验证', '旧', '手机号，填写', '新', '手机号（1/2）']],
    [['输入', '身份验证器的', '验证码']],
    [['装', '有', '身份验证器的', '手机', '丢失了']],
    [['解绑', '停用', '号码：验证', '邮箱']],
    [['要', '在', '另一个', '屏幕上', '登录吗？']],
    [['需要', '启用 Cookie']],
  ])('happy: %j may break between words, but neither inside a word nor before a mark', (lines) => {
    expect(linesOf(lines.join(''))).toEqual(lines)
  })

  it('happy: a short title, a title in another language, and other text get no breaks', () => {
    for (const [title, language] of [
      ['设置密码', 'zh-Hans'],
      ['Set a new password for your account', 'en'],
      ['手机号和邮箱都丢失了', 'en'],
    ] as const)
      expect(withTitleBreaks(titled(title), language)).toBe(titled(title))
    expect(withTitleBreaks(titled('输入短信验证码'), 'zh-Hans')).toContain('<p>手机号和验证码</p>')
  })

  it('security: a name that people chose keeps its escapes in a Chinese title', () => {
    const name = '&lt;script&gt;小店&amp;网站&quot;'
    expect(linesOf(`收回“${name}”的全部权限？`).join('')).toBe(`收回“${name}”的全部权限？`)
    expect(withTitleBreaks(titled(`“${name}”的权限`), 'zh-Hans')).not.toMatch(/&[a-z]*<wbr>/)
  })

  it('happy: the heading of a page has these breaks too', async () => {
    const { main } = await openBrowser({ language: 'zh-Hans' }).show('/account-help/no-code')
    expect(main).toContain('<h1>收不到<wbr>验证码</h1>')
  })
})
