import { describe, expect, it } from 'vitest'
import { qrLetters, qrLettersLength } from '#contract/sign-in/qr'
import { readListedAddress } from '#rules/typed/address'
import { codes, factorCodes, letters, refusedCodes, refusedLetters } from '#rules/typed/cases/codes'
import { days, refusedDays } from '#rules/typed/cases/days'
import { emails, refusedEmails, shownEmails } from '#rules/typed/cases/emails'
import { lists, unreadable } from '#rules/typed/cases/lists'
import { organisations, people, refusedOrganisations, refusedPeople, sameNames } from '#rules/typed/cases/names'
import { numbers, refusedNumbers } from '#rules/typed/cases/numbers'
import { ordinary, refusedUsernames, reviewed, usernames } from '#rules/typed/cases/usernames'
import { readCode, readFactorCode, readLetters } from '#rules/typed/code'
import { readBirthday } from '#rules/typed/day'
import { readEmail } from '#rules/typed/email'
import { readAccount } from '#rules/typed/identifier'
import { readList } from '#rules/typed/list'
import { type Named, readName } from '#rules/typed/name'
import { isSameName, sortKeyOf } from '#rules/typed/name-key'
import { readMobile } from '#rules/typed/number'
import { shownEmail } from '#rules/typed/shown-address'
import { hanByPinyin } from '#rules/typed/tables/han-by-pinyin'
import { isSensitive, readUsername } from '#rules/typed/username'

/** Each case with what was read and what was expected, so that one failure shows every wrong case. */
const compare = <Case>(cases: readonly Case[], read: (one: Case) => readonly [is: unknown, wanted: unknown]) => {
  const pairs = cases.map((one) => ({ one, pair: read(one) }))
  expect(pairs.map(({ one, pair: [is] }) => [one, is])).toEqual(pairs.map(({ one, pair: [, wanted] }) => [one, wanted]))
}

describe('a name as it is typed', () => {
  const read = (typed: string, named: Named) => readName(typed, { named, site: ['Butterfly'] })

  it.each(Object.entries(people))('happy: people have %s in their names', (_how, names) => {
    compare(names, (one) => {
      const [typed, stored] = typeof one === 'string' ? [one, one] : one
      return [read(typed, 'member'), { ok: true, value: stored.normalize('NFC') }]
    })
  })

  it.each(Object.entries(organisations))('happy: organisations have %s in their names', (_how, names) => {
    compare(names, (one) => {
      const [typed, stored] = typeof one === 'string' ? [one, one] : one
      return [read(typed, 'organisation'), { ok: true, value: stored.normalize('NFC') }]
    })
  })

  it.each(Object.entries(refusedPeople))('security: no person has a name that is refused as %s', (reason, names) => {
    compare(names, (typed) => [read(typed, 'member'), expect.objectContaining({ ok: false, reason })])
  })

  it.each(Object.entries(refusedOrganisations))('security: organisations get no name that is %s', (reason, names) => {
    compare(names, (typed) => [read(typed, 'organisation'), expect.objectContaining({ ok: false, reason })])
  })

  it('happy: a stored name is read as itself', () => {
    const names = Object.values(people)
      .flat()
      .map((one) => (typeof one === 'string' ? one.normalize('NFC') : one[1]))
    compare(names, (name) => [read(name, 'member'), { ok: true, value: name }])
  })

  it('happy: names are compared without characters that people omit in a search', () => {
    compare(sameNames, ([typed, name]) => [isSameName(typed, name) && sortKeyOf(typed) === sortKeyOf(name), true])
  })
})

describe('the order of names', () => {
  it('happy: Chinese names are sorted by pinyin, after names in other scripts', () => {
    const names = ['Ann', 'zed', '阿宝', '陈静', '李雷', '李娜', '龙一', '王芳', '王伟', '张伟', '赵敏']
    const mixed = names.toReversed()
    expect(mixed.sort((one, other) => (sortKeyOf(one) < sortKeyOf(other) ? -1 : 1))).toEqual(names)
  })

  it('happy: each Chinese character has one place in the pinyin order', () => {
    expect(new Set(hanByPinyin).size).toBe(0x9fff - 0x4e00 + 1)
    expect(hanByPinyin).toMatch(/^[\u4e00-\u9fff]+$/)
  })
})

describe('an address as it is typed', () => {
  it('happy: a mobile is read in the notation of each region, also at sign-in', () => {
    compare(numbers, ([typed, region, number]) => [readMobile({ typed, region }), { ok: true, value: number }])
    compare(numbers, ([typed, region, number]) => [
      readAccount(typed, region),
      expect.objectContaining({ kind: 'mobile', value: number }),
    ])
  })

  it('error: an invalid mobile has a reason', () => {
    compare(refusedNumbers, ([typed, region, reason, character]) => [
      readMobile({ typed, region }),
      { ok: false, reason, ...(character !== undefined && { character }) },
    ])
  })

  it('happy: an email is read if browsers accept it, also at sign-in', () => {
    compare(emails, ([typed, value]) => [readEmail(typed), { ok: true, value }])
    compare(emails, ([typed, value]) => [readAccount(typed, 'CN'), { kind: 'email', value }])
  })

  it('error: an invalid email has a reason', () => {
    compare(refusedEmails, ([typed, reason, character]) => [
      readEmail(typed),
      { ok: false, reason, ...(character !== undefined && { character }) },
    ])
  })

  it('security: a domain is shown in its script, unless letters of two scripts in it look alike', () => {
    compare(shownEmails, ([stored, shown]) => [shownEmail(stored), shown])
  })
})

describe('a username as it is typed', () => {
  it('happy: a username is read in its normalised form, also at sign-in', () => {
    compare(usernames, ([typed, value]) => [
      readUsername(typed, 'CN'),
      { ok: true, value: expect.objectContaining({ value }) },
    ])
    compare(usernames, ([typed, value]) => [readAccount(typed, 'CN'), { kind: 'username', value }])
  })

  it.each(Object.entries(refusedUsernames))('error: an invalid username is refused as %s', (reason, names) => {
    compare(names, (typed) => [readUsername(typed, 'CN'), expect.objectContaining({ ok: false, reason })])
  })

  it('security: a username that could be the operator’s is reviewed, and one that only contains such letters is not', () => {
    compare(reviewed, (name) => [isSensitive(name), true])
    compare(ordinary, (name) => [isSensitive(name), false])
  })
})

describe('digits and letters as they are typed', () => {
  const qr = { alphabet: qrLetters, length: qrLettersLength }

  it('happy: a code is read with the text that was copied around it', () => {
    compare(codes, ([typed, value]) => [readCode(typed), { ok: true, value }])
    compare(factorCodes, ([typed, value]) => [readFactorCode(typed), { ok: true, value }])
    compare(letters, ([typed, value]) => [readLetters(typed, qr), { ok: true, value }])
  })

  it('error: an invalid code has a reason', () => {
    compare(refusedCodes, ([typed, reason, character]) => [
      readCode(typed),
      { ok: false, reason, ...(character !== undefined && { character }) },
    ])
    compare(refusedLetters, ([typed, reason, character]) => [
      readLetters(typed, qr),
      { ok: false, reason, ...(character !== undefined && { character }) },
    ])
  })

  const now = Date.parse('2026-11-28')

  it('happy: a birthday is read from the digits of any keyboard', () => {
    compare(days, ([day, month, year, value]) => [readBirthday({ day, month, year }, now), { ok: true, value }])
  })

  it('error: an invalid birthday names the wrong part', () => {
    compare(refusedDays, ([day, month, year, part, reason]) => [
      readBirthday({ day, month, year }, now),
      { ok: false, part, reason },
    ])
  })
})

describe('a list as it is pasted', () => {
  const read = (pasted: string) => {
    const list = readList(pasted, 'lines', 100)
    return list.ok ? list.lines.map(({ address }) => [address, readListedAddress(address, 'CN')] as const) : []
  }

  it.each(Object.entries(lists))('happy: each address gets its own line: %s', (_from, [pasted, ...wanted]) => {
    expect(read(pasted).map(([, found]) => [found?.name, found?.address])).toEqual(wanted)
  })

  it('happy: each email is one address, whatever surrounds it', () => {
    const inOneLine = emails.filter(([typed]) => !/[\n\t]/.test(typed))
    compare(inOneLine, ([typed, value]) => [read(typed).map(([, found]) => found?.address), [value]])
  })

  it('error: an invalid address comes back as typed', () => {
    compare(unreadable, ([pasted, ...parts]) => [
      read(pasted).flatMap(([typed, found]) => (found ? [] : [typed])),
      parts,
    ])
  })
})
