import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { account, code, email, newPassword, password, withMobile } from '~/forms/field-schemas'
import { regionsIn } from '~/forms/values/regions'

const read = (schema: z.ZodType, input: unknown): unknown => {
  const { success, data, error } = schema.safeParse(input)
  return success ? data : error.issues.map(({ message }) => message)
}
const mobile = (typed: unknown, region?: unknown) => {
  const result = withMobile({}).safeParse({ mobile: typed, region })
  return result.success ? result.data.mobile : result.error.issues.map(({ message }) => message)[0]
}

describe('mobile', () => {
  it.each([
    ['nationally, in the region chosen', '13800000000', 'CN', '+8613800000000'],
    ['with spaces and dashes', '138 0000-0000', 'CN', '+8613800000000'],
    ['with full-width digits', '１３８００００００００', 'CN', '+8613800000000'],
    ['with a full-width plus', '＋86 13800000000', 'US', '+8613800000000'],
    ['with +, whatever the region', '+44 7400 123456', 'CN', '+447400123456'],
    ['with 00 and the country code', '0044 7400 123456', 'CN', '+447400123456'],
    ['with brackets and a trunk zero', '(0)7400 123456', 'GB', '+447400123456'],
    ['with + and no region at all', '+8613800000000', undefined, '+8613800000000'],
    ['with an invisible mark that was pasted', '\u202a13800000000\u202c', 'CN', '+8613800000000'],
  ])('happy: a mobile number typed %s is read', (_, typed, region, number) => {
    expect(mobile(typed, region)).toBe(number)
  })

  it.each([
    ['nothing', undefined, 'CN', 'field.mobile.missing'],
    ['only spaces', '   ', 'CN', 'field.mobile.missing'],
    ['a country code of no country', '+999 13800000000', 'CN', 'field.mobile.no_country'],
    ['too few digits', '1380000', 'CN', 'field.mobile.invalid'],
    ['too many digits', '1'.repeat(30), 'CN', 'field.mobile.invalid'],
    ['letters', '1380000000o', 'CN', 'field.mobile.characters'],
    ['a landline', '010 6552 9988', 'CN', 'field.mobile.not_mobile'],
    ['a national number of no region', '13800000000', 'other', 'field.mobile.country_missing'],
    ['a national number without region', '13800000000', undefined, 'field.mobile.country_missing'],
  ])('error: a mobile typed as %s gets an error that says what is wrong', (_, typed, region, message) => {
    expect(String(mobile(typed, region)).split('\n')[0]).toBe(message)
  })

  it.each([
    ['NUL', '138\u00000000000', 'CN', 'field.mobile.characters'],
    ['60 kB', '1'.repeat(60_000), 'CN', 'field.mobile.invalid'],
    ['a region that is none', '13800000000', '__proto__', 'field.mobile.country_missing'],
    ['two numbers', ['13800000000', '13900000000'], 'CN', 'field.not_text'],
    ['two regions', '13800000000', ['CN', 'US'], 'field.not_text'],
  ])('security: the value %s is refused as a mobile number', (_, typed, region, message) => {
    expect(String(mobile(typed, region)).split('\n')[0]).toBe(message)
  })

  it('error: the other fields of the form are checked at the same time', () => {
    const result = withMobile({ email }).safeParse({ mobile: '1', region: 'CN', email: 'x' })
    expect(result.error?.issues.map(({ path }) => path.join())).toEqual(['mobile', 'email'])
  })
})

describe('email', () => {
  it.each([
    ['in any case', 'Ann@Example.COM', 'ann@example.com'],
    ['with spaces around', '  ann@example.com ', 'ann@example.com'],
    ['in full width', 'ａｎｎ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'ann@example.com'],
    ['with a Chinese full stop', 'ann@example。com', 'ann@example.com'],
    ['with a domain in Chinese', 'ann@例子.com', 'ann@xn--fsqu00a.com'],
    ['with a domain all in Chinese', 'ann@例子.中国', 'ann@xn--fsqu00a.xn--fiqs8s'],
    ['with a full stop behind it', 'ann@example.com.', 'ann@example.com'],
    ['with a tag', 'ann+shop@example.com', 'ann+shop@example.com'],
    ['with dots and an apostrophe', "ann.o'neil@mail.example.com", "ann.o'neil@mail.example.com"],
  ])('happy: an address %s is read', (_, typed, address) => {
    expect(read(email, typed)).toBe(address)
  })

  it.each([
    ['nothing', undefined, 'field.email.missing'],
    ['only spaces', '   ', 'field.email.missing'],
    ['no at sign', 'ann.example.com', 'field.email.invalid'],
    ['two addresses', 'ann@example.com, bob@example.com', 'field.email.characters\n,'],
    ['letters that no mail server takes', 'josé@example.com', 'field.email.local_part\né'],
    ['a port', 'ann@例子.com:25', 'field.email.characters\n:'],
    ['65 characters before the at sign', `${'a'.repeat(65)}@example.com`, 'field.email.invalid'],
    ['255 characters', `${'a'.repeat(243)}@example.com`, 'field.email.too_long'],
  ])('error: an email typed with %s gets an error that says what is wrong', (_, typed, message) => {
    expect(read(email, typed)).toEqual([message])
  })

  it.each([
    ['CRLF', 'ann@example.com\r\nBcc: bob@example.com'],
    ['CRLF at the end', 'ann@example.com\r\n'],
    ['NUL', 'ann\u0000@example.com'],
  ])('security: an address with %s is refused', (_, typed) => {
    expect(read(email, typed)).toEqual(['field.control_character'])
  })
})

describe('code', () => {
  it.each(['123456', ' 123456 ', '123 456', '123-456', '１２３４５６'])('happy: the code %j is read', (typed) => {
    expect(read(code, typed)).toBe('123456')
  })

  it.each([
    [undefined, 'field.code.missing'],
    ['12345', 'field.code.six_digits'],
    ['1234567', 'field.code.six_digits'],
    ['12345a', 'field.code.letters\na'],
    ['1'.repeat(60_000), 'field.code.too_long'],
  ])('error: an invalid code gets an error that says what is wrong', (typed, message) => {
    expect(read(code, typed)).toEqual([message])
  })
})

describe('passwords', () => {
  it('happy: passwords stay exactly as typed, with their spaces', () => {
    expect(read(password, '  pass word ')).toBe('  pass word ')
    expect(read(newPassword, '  pass word ')).toBe('  pass word ')
  })

  it('happy: the length of a password counts characters, not bytes', () => {
    expect(read(newPassword, '天'.repeat(8))).toBe('天'.repeat(8))
    expect(read(newPassword, '🦋'.repeat(128))).toBe('🦋'.repeat(128))
  })

  it('error: a new password has 8 to 128 characters', () => {
    expect(read(newPassword, '1234567')).toEqual(['passwordRefusal.too_short'])
    expect(read(newPassword, '🦋'.repeat(7))).toEqual(['passwordRefusal.too_short'])
    expect(read(newPassword, 'x'.repeat(129))).toEqual(['passwordRefusal.too_long'])
  })

  it('security: a password of 60 kB is refused', () => {
    expect(read(password, 'x'.repeat(60_000))).toEqual(['field.password.too_long'])
  })
})

it('happy: an account field takes any of the three identifiers, as typed', () => {
  expect(read(account, ' Ann ')).toBe('Ann')
  expect(read(account, '138 0000 0000')).toBe('138 0000 0000')
})

describe('the regions of a mobile number', () => {
  const namesIn = (language: string) => regionsIn(language).map(({ name }) => name.replace(/^\+\d+ /, ''))

  it('happy: regions have the names that are used in mainland China', () => {
    expect(namesIn('zh-Hans')).toEqual(expect.arrayContaining(['中国', '中国香港', '中国澳门', '中国台湾']))
  })

  it('happy: regions have plain names in English, and none is more formal than the others', () => {
    expect(namesIn('en')).toEqual(expect.arrayContaining(['China', 'Hong Kong', 'Macao', 'Taiwan']))
    expect(namesIn('en').filter((name) => /SAR|\b(China\b.)|,/.test(name))).toEqual([])
  })

  it('happy: regions follow the likely ones alphabetically, in Chinese by pinyin', () => {
    const others = namesIn('en').slice(5)
    expect(others).toEqual([...others].sort())
    // ālābó, āijí, àiěrlán, àodàlìyà, bājīsītǎn, bāxī …
    const chinese = namesIn('zh-Hans').slice(5, 11)
    expect(chinese).toEqual(['阿拉伯联合酋长国', '埃及', '爱尔兰', '澳大利亚', '巴基斯坦', '巴西'])
  })

  it.each(['en', 'zh-Hans'])('happy: each region has a name in %s, after its country code', (language) => {
    for (const { region, name } of regionsIn(language))
      expect(name.replace(new RegExp(` ${region}$`), '')).toMatch(/^\+\d+ \p{L}[^+\d]*$/u)
  })
})
