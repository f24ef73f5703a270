import { expect, it } from 'vitest'
import { vouchedUrl } from '#contract/terms/vouched-url'

it.each([
  'https://provider.example',
  'https://provider.example:8443/authorize?state=a%26b#top',
  'https://xn--fiqs8s.example/',
  'https://203.0.113.7/',
  'https://[2001:db8::1]:8443/x',
  'http://localhost:3000/x',
  'http://127.0.0.1:3000/x',
  'http://[::1]/x',
])('happy: the address %s can be vouched for', (url) =>
  expect(vouchedUrl.safeParse(url)).toEqual({ success: true, data: url }),
)

it.each([
  '',
  '/settings',
  '//provider.example',
  'provider.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'intent://provider.example',
  'http://provider.example/',
  'http://localhost.evil.example/',
  'http://127.0.0.1.evil.example/',
  'https://user:secret@provider.example/',
  'https://provider.example@evil.example/',
  'https://provider.example;sandbox/',
  'https://provider.example,evil.example/',
  "https://'unsafe-inline'/",
  'https://*/',
  `https://provider.example/${'a'.repeat(4096)}`,
])('security: the address %s cannot be vouched for', (url) => expect(vouchedUrl.safeParse(url).success).toBe(false))
