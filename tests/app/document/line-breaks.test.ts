import { describe, expect, it } from 'vitest'
import { withLineBreaks } from '~/document/line-breaks'

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
