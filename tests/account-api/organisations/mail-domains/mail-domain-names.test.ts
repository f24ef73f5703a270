import { describe, expect, it } from 'vitest'
import { isPublic, mailDomainOf, recordNameOf } from '#account-api/organisations/mail-domains/name'
import { publicProviders } from '#account-api/organisations/mail-domains/public-providers'
import { longestDomain } from '#contract/organisations/mail-domains'
import { domainOfEmail } from '#rules/typed/email'

const label = 'a'.repeat(63)

describe('mail domains as typed', () => {
  it.each([
    ['school.example', 'school.example'],
    [' School.EXAMPLE ', 'school.example'],
    ['@school.example', 'school.example'],
    ['school.example.', 'school.example'],
    ['Bücher.example', 'xn--bcher-kva.example'],
    ['school.example..', 'school.example'],
    ['\u202aschool.example\u202c', 'school.example'],
    ['学校。中国', 'xn--48s290a.xn--fiqs8s'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['mail.a-b.school.example', 'mail.a-b.school.example'],
    ['163.example', '163.example'],
    [`${label}.example`, `${label}.example`],
  ])('happy: the mail domain %j is read as %s', (typed, domain) => expect(mailDomainOf(typed)).toBe(domain))

  it.each([
    ['no name', ['', '@', '.']],
    ['one label', ['localhost', 'example']],
    ['an address of a machine', ['192.0.2.1', '0x7f.1', '[2001:db8::1]', '2001:db8::1', 'school.123']],
    ['a space in it', ['a b.example', 'a\tb.example']],
    ['a hyphen at the end of a label', ['-a.example', 'a-.example']],
    ['an empty label', ['a..example', '.school.example']],
    ['an address of mail', ['@@school.example', 'ann@school.example']],
    ['part of a URL', ['school.example/x', 'school.example:25', 'https://school.example', 'school.example?x']],
    ['another part of a URL', ['school.example#x', 'school%2eexample', 'school.example\\x']],
    ['several domains', ['*.school.example', 'school.example,other.example']],
    ['a name of a service', ['_dmarc.school.example']],
    ['no Punycode', ['xn--a.example']],
    ['a character that is not seen', ['a\u0000b.example', 'a\u2800b.example']],
    ['too long', [`${label}a.example`, `${`${label}.`.repeat(4)}example`]],
  ])('error: the text %s is not a mail domain', (_what, typed) => {
    for (const each of typed) expect(mailDomainOf(each), each).toBeUndefined()
  })

  it('happy: the name of the DNS record fits the maximum length of a name', () => {
    const longest = `${`${'a'.repeat(58)}.`.repeat(4)}com`
    expect(longest).toHaveLength(longestDomain)
    expect(mailDomainOf(longest)).toBe(longest)
    expect(recordNameOf(longest).length).toBeLessThanOrEqual(253)
    expect(mailDomainOf(`a${longest}`)).toBeUndefined()
  })

  it('happy: every public provider is listed in the form in which mail domains are stored', () => {
    for (const domain of publicProviders) expect(mailDomainOf(domain)).toBe(domain)
    for (const domain of ['gmail.com', 'qq.com', '163.com', 'outlook.com', 'vip.qq.com'])
      expect(isPublic(domain)).toBe(true)
    expect(isPublic('school.example')).toBe(false)
  })

  it('happy: the domain of an address is the part after the @', () => {
    expect(domainOfEmail('ann@school.example')).toBe('school.example')
    expect(domainOfEmail('ann@mail.school.example')).toBe('mail.school.example')
  })
})
