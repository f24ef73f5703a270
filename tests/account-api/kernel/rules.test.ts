import { describe, expect, it } from 'vitest'
import { maskAddress, maskEmail, maskMobile } from '#account-api/accounts/account/identifier'
import { composeFor } from '#account-api/channels/texts/templates'
import { limitedClientAddress } from '#account-api/kernel/limits/client-address'
import { newId } from '#account-api/kernel/random'
import { purposeOf } from '#account-api/verification/codes/purposes'
import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'

it('happy: ids sort in the order of their creation, even within a millisecond', () => {
  const ids = [1_800_000_000_000, 1_800_000_000_001].flatMap((ms) => Array.from({ length: 500 }, () => newId(ms)))
  expect(ids.toSorted()).toEqual(ids)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/)
})

describe('masks', () => {
  it('security: masks hide the middle of a mobile, even of a short one', () => {
    expect(maskMobile('+8613800138000')).toBe('+86 138****8000')
    expect(maskMobile('+3545551234')).toBe('+354 5****34')
  })

  it('security: masks hide the local part of an email', () => {
    expect(maskEmail('margaret@example.com')).toBe('m***@example.com')
    expect(maskEmail('margaret+work@xn--fsqu00a.com')).toBe('m***+work@例子.com')
    expect(maskEmail('"a@b"@example.com')).toBe('"***@example.com')
  })
})

describe('masks side by side', () => {
  it.each([
    ['anna@example.com', 'a***a@example.com', 'amy@example.com'],
    ['amy@example.com', 'a***y@example.com', 'anna@example.com'],
    ['anna+x@example.com', 'a***+x@example.com', 'anna@example.com'],
    ['anna@example.com', 'a***@example.com', 'anna@example.com'],
    ['a@example.com', 'a***@example.com', 'anna@example.com'],
    ['anna@example.com', 'a***@example.com', null],
  ])('happy: the address %s is masked as %s next to the other address %s', (value, masked, beside) => {
    expect(maskAddress({ kind: 'email', value }, beside)).toBe(masked)
  })
})

describe('the client address used for limits', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:c000:0201', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0db8:0001:0002::', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['', 'unknown'],
    ['not an address', 'unknown'],
    ['203.0.113.9:51234', '203.0.113.9'],
    ['[2001:db8::9]:443', '2001:db8:0:0'],
  ])('security: the client address %j is counted as %j', (address, limited) =>
    expect(limitedClientAddress(address)).toBe(limited),
  )
})

describe('messages', () => {
  const compose = composeFor()
  const purposes = [
    ...Object.values(mobilePurpose).map((number) => ['sms', number] as const),
    ...Object.values(emailPurpose).map((number) => ['email', number] as const),
  ]

  it.each(purposes)('happy: a code by %s for purpose %d has a text in both languages', (channel, number) => {
    const { name } = purposeOf(channel, number)
    const [english, chinese] = ['en', 'zh-Hans'].map((language) =>
      compose({ kind: 'code', purpose: name, code: '123456', minutes: 10 }, { channel, language }),
    )
    expect(english?.body).toContain('123456 is your code to ')
    expect(chinese?.body).toContain('123456 是你的验证码，用于')
    // A purpose without a text would show its name.
    expect(english?.body + (chinese?.body ?? '')).not.toMatch(new RegExp(`(to |用于)${name}[.，]`))
  })

  it.each(purposes.filter(([channel]) => channel === 'sms'))(
    'happy: with the longest signature, a code by %s for purpose %d fits in one part',
    (channel, number) => {
      const longest = { en: 'W'.repeat(12), 'zh-Hans': '江'.repeat(10) }
      const byOperator = composeFor({ name: longest, sms_signature: longest })
      const message = { kind: 'code', purpose: purposeOf(channel, number).name, code: '123456', minutes: 10 } as const
      for (const by of [compose, byOperator]) {
        // The default alphabet (GSM 03.38), without what it counts twice.
        expect(by(message, { channel, language: 'en' }).body).toMatch(/^[\w .,:?'&!+-]{1,160}$/)
        expect(by(message, { channel, language: 'zh-Hans' }).body.length).toBeLessThanOrEqual(70)
      }
    },
  )

  it.each([
    ['en', 'https://accounts.example.com', true],
    // In Chinese 70 characters are one part.
    ['zh-Hans', 'https://id.cn', true],
    ['zh-Hans', 'https://accounts.river-school.example.com', false],
    ['en', `https://${'a'.repeat(60)}.example.com`, false],
    ['en', 'http://localhost:3000', false],
    ['en', 'http://192.0.2.1', false],
  ])('happy: an SMS with a code in %s is bound to %s: %s', (language, publicUrl, isBound) => {
    const message = { kind: 'code', purpose: 'login', code: '123456', minutes: 10 } as const
    const names = { en: 'Butterfly', 'zh-Hans': '江河' }
    const sender = { name: names, sms_signature: names }
    const { body } = composeFor(sender, publicUrl)(message, { channel: 'sms', language })
    const plain = composeFor(sender)(message, { channel: 'sms', language }).body
    expect(body).toBe(isBound ? `${plain}\n@${new URL(publicUrl).hostname} #123456` : plain)
  })

  it('happy: a message about a third-party identity names its platform', () => {
    const message = { kind: 'changed', change: 'platform_bound', detail: 'wechat', link: undefined } as const
    expect(compose(message, { channel: 'sms', language: 'en' }).body).toContain('connected with WeChat')
    expect(compose(message, { channel: 'sms', language: 'zh-Hans' }).body).toContain('关联 微信')
  })

  it('happy: every message names the operator, and an SMS is signed in the style of its language', () => {
    const byOperator = composeFor({
      name: { en: 'River & Co', 'zh-Hans': '江河集团' },
      sms_signature: { en: 'River', 'zh-Hans': '江河' },
    })
    const messages = [
      { kind: 'code', purpose: 'login', code: '123456', minutes: 10 },
      { kind: 'no_account' },
      { kind: 'claimed', username: 'ann' },
      { kind: 'erased' },
    ] as const
    for (const message of messages) {
      expect(byOperator(message, { channel: 'email', language: 'en' }).subject).toContain('River & Co')
      expect(byOperator(message, { channel: 'email', language: 'zh-Hans' }).subject).toContain('江河集团')
      expect(byOperator(message, { channel: 'sms', language: 'en' }).body).toMatch(/^River: /)
      expect(byOperator(message, { channel: 'sms', language: 'zh-Hans' }).body).toMatch(/^【江河】\S/)
      for (const channel of ['sms', 'email'] as const)
        for (const language of ['en', 'zh-Hans'])
          expect(JSON.stringify(byOperator(message, { channel, language }))).not.toContain('Butterfly')
    }
  })

  it('happy: an unknown language falls back to Simplified Chinese', () => {
    const message = { kind: 'no_account' } as const
    const [unknown, fallback] = ['fr', 'zh-Hans'].map((language) => compose(message, { channel: 'sms', language }))
    expect(unknown).toEqual(fallback)
  })
})
