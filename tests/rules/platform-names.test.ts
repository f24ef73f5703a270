import { expect, it } from 'vitest'
import { platformAccount, platformName } from '#rules/platform-names'

it.each([
  ['qq', 'QQ', 'QQ'],
  ['wechat', 'WeChat', '微信'],
  ['feishu', 'Feishu', '飞书'],
  ['lark', 'Lark', 'Lark'],
  ['github', 'GitHub', 'GitHub'],
  ['elsewhere', 'elsewhere', 'elsewhere'],
  ['__proto__', '__proto__', '__proto__'],
])('happy: the platform %s is named in both languages', (platform, english, chinese) => {
  expect(platformName('en', platform)).toBe(english)
  expect(platformName('zh-Hans', platform)).toBe(chinese)
})

it('happy: an account of a platform is shown with the person’s name there, unless that repeats the platform', () => {
  expect(platformAccount('en', 'qq', 'Ann')).toBe('QQ (Ann)')
  expect(platformAccount('zh-Hans', 'qq', 'Ann')).toBe('QQ（Ann）')
  expect(platformAccount('en', 'wechat', '')).toBe('WeChat')
  expect(platformAccount('en', 'wechat', 'wechat')).toBe('WeChat')
})
