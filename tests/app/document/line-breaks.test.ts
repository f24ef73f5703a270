import { describe, expect, it } from 'vitest'
import { openBrowser, withFakeAccountApi } from '#tests/app/browser/browser'
import { withLineBreaks } from '~/document/line-breaks'
import { withTitleBreaks } from '~/document/title-breaks'

withFakeAccountApi()

const breaksIn = (text: string) => withLineBreaks(`<p>${text}</p>`).slice('<p>'.length, -'</p>'.length)

describe('line breaks', () => {
  it.each([
    ['a***@example.com', '<span class="address">a***<wbr>@example<wbr>.com</span>'],
    [
      '发送邮件到 a.b@mail.school.example。',
      '发送邮件到 <span class="address">a.b<wbr>@mail<wbr>.school<wbr>.example。</span>',
    ],
    [
      '将于 2030年1月2日 11:04（北京时间）解绑',
      '将于 <span class="day">2030年1月2日</span> <span class="day">11:04（北京时间）</span>解绑',
    ],
    [
      '“Donaudampfschifffahrtsgesellschaft”的角色',
      '“Donaudampfschifffahrtsgesellscha<span class="whole">ft”</span>的角色',
    ],
    ['发起人 Bo（Donaudampfschifffahrt）', '发起人 Bo（Donaudampfschifffah<span class="whole">rt）</span>'],
    ['of “Donaudampfschiff”.', 'of “Donaudampfschi<span class="whole">ff”.</span>'],
  ])('happy: %s breaks where it reads well', (text, broken) => {
    expect(breaksIn(text)).toBe(broken)
  })

  it.each([
    '“河畔小学的河畔小学的河畔小学”的角色',
    'of “Riverside School”',
    'someone@localhost',
    '“Donaudampfschiff&amp;”',
    '今年',
  ])('happy: %s needs no break', (text) => {
    expect(breaksIn(text)).toBe(text)
  })

  it('security: attributes, titles, options and typed texts stay as they are', () => {
    for (const markup of [
      '<title>a@example.com – 2030年1月2日</title>',
      '<option value="a@example.com">a@example.com</option>',
      '<textarea name="text">\na@example.com “Donaudampfschiff”</textarea>',
      '<style>@media (prefers-color-scheme:dark){}</style>',
      '<time dateTime="2030-01-02">2030年1月2日</time>',
      '<a href="/x" aria-label="a@example.com “Donaudampfschiff”">x</a>',
    ])
      expect(withLineBreaks(markup)).toBe(markup)
  })
})

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
