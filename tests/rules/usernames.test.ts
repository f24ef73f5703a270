import { describe, expect, it } from 'vitest'
import { readDay } from '#rules/typed/day'
import { isSensitive, readUsername, usernameRecord } from '#rules/typed/username'

const skeletonOf = (name: string): string => usernameRecord(name).skeleton

describe('a username', () => {
  it.each<readonly [typed: string, value: string]>([
    ...['12345', 'たなかタロウ田中', '김철수lee', 'x'.repeat(32)].map((name) => [name, name] as const),
    ['José', 'josé'],
    ['小明Lee99', '小明lee99'],
    ['a\u200bnn\u202e', 'ann'],
  ])('happy: the username %j is read as %j', (typed, value) => {
    expect(readUsername(typed, 'CN')).toMatchObject({ ok: true, value: { value } })
  })

  it.each([
    ['a王', 'too_short'],
    ['ann._lee', 'characters'],
    ['138_0013_8000', 'looks_like_address'],
    ['7911.123456', 'looks_like_address'],
  ])('error: the username %j is refused as %s', (typed, reason) => {
    expect(readUsername(typed, 'CN')).toMatchObject({ ok: false, reason })
  })

  it.each([
    ['Cyrillic beside Han', 'анна王小明', 'mixed_scripts'],
    ['marks that do not compose with their letters', 'an\u0323\u0301\u0308n\u033fx', 'characters'],
    ['stacked marks', 'रििििि', 'characters'],
    ['a NUL', 'ann\u0000', 'characters'],
  ])('security: a username with %s is refused', (_what, typed, reason) => {
    expect(readUsername(typed, 'CN')).toMatchObject({ ok: false, reason })
  })
})

describe('names that look alike', () => {
  it.each([
    ['paypal', 'раураӏ'],
    ['paypal', 'paypa1'],
    ['google', 'g00gle'],
    ['mike', 'rnike'],
    ['ann', 'ꓮꓠꓠ'.toLowerCase()],
    ['jose', 'josé'],
    ['ann', 'аnn'],
    ['scope', 'ѕсоре'],
    ['二号', 'ニ号'],
    ['lilo', 'lịlø'],
  ])('security: the names %s and %s have the same skeleton', (one, other) =>
    expect(skeletonOf(other)).toBe(skeletonOf(one)),
  )

  it.each([
    ['ann', 'anna'],
    ['ann-lee', 'annlee'],
    ['か行目', 'が行目'],
    ['王小明', '王小朋'],
    ['user-bcdfghjk', 'user-bcdfghjm'],
  ])('happy: the names %s and %s have different skeletons', (one, other) =>
    expect(skeletonOf(other)).not.toBe(skeletonOf(one)),
  )

  it('happy: the skeleton of every character is its own skeleton', () => {
    // A skeleton that kept changing would hang a registration.
    for (let code = 1; code < 0x3_2000; code++) {
      if (code >= 0xd800 && code <= 0xdfff) continue
      const skeleton = skeletonOf(String.fromCodePoint(code))
      if (skeletonOf(skeleton) !== skeleton) throw new Error(`U+${code.toString(16)} has no skeleton`)
    }
  })
})

describe('sensitive names', () => {
  const latin = 'admin the.admin2 adm1n a.d.m.i.n administrator butterfly-news bu77erfly officia1 supp0rt root r00t'
  const others = 'аdmіn my_root root7 security staff 5taff 官方小明 系统管理员 在线客服01'
  it.each([...latin.split(' '), ...others.split(' ')])('security: the name %s needs a review', (name) => {
    expect(isSensitive(name)).toBe(true)
  })

  const harmless = 'ann grassroots staffan helen helpful.ann ecosystem beautiful 小明 model'
  it.each(harmless.split(' '))('happy: the name %s needs no review', (name) => expect(isSensitive(name)).toBe(false))
})

describe('a birthday', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')

  it.each(['2026-11-21', '2026-11-22', '2000-02-29', '1896-11-21'])('happy: the birthday %s is accepted', (day) => {
    expect(readDay(day, now)).toEqual({ ok: true, value: day })
  })

  it.each([
    ['2026-11-23', 'future'],
    ['3000-01-01', 'future'],
    ['1896-11-20', 'too_long_ago'],
    ['0001-01-01', 'too_long_ago'],
  ])('error: the birthday %s is refused as %s', (day, reason) =>
    expect(readDay(day, now)).toEqual({ ok: false, reason }),
  )
})
