import { describe, expect, it } from 'vitest'
import { builtInTexts } from '~/i18n/built-in-texts'
import { flatTexts } from '~/i18n/flat-texts'
import { checkTexts } from '~/i18n/translations/check-texts'

/** The outcome for one text next to a good one. */
const check = (key: string, text: unknown) => {
  const { texts, refused } = checkTexts({ 'login.title': 'Come in', [key]: text })
  return texts.has(key) ? 'used' : Object.keys(refused).join()
}

it.each(Object.entries(builtInTexts))('happy: the built-in texts of %s pass, nested or dotted', (_language, built) => {
  const flat = flatTexts(built)
  for (const offered of [built, Object.fromEntries(flat)]) {
    const { texts, refused } = checkTexts(offered)
    expect(refused).toEqual({})
    expect(texts).toEqual(new Map(flat))
  }
})

describe('one text', () => {
  it.each([
    [
      'happy: a text with its placeholders in another order is used',
      'layout.detailed',
      '({{detail}}) {{name}}',
      'used',
    ],
    [
      'happy: a plural form that the source language does not have is used',
      'wait.minutes_few',
      '{{count}} minutes',
      'used',
    ],
    ['happy: a plural form that states its number as a word is used', 'wait.minutes_two', 'a pair of minutes', 'used'],
    [
      'happy: a link at another place of the sentence is used',
      'agreement.terms',
      'The <terms>terms</terms> count.',
      'used',
    ],
    ['happy: isolated words of another direction are used', 'layout.error_title', 'خطأ: \u2068{{title}}\u2069', 'used'],
    ['error: a text without one of its placeholders is refused', 'layout.error_title', 'Error', 'placeholders'],
    ['error: a plural form without its number is refused', 'wait.minutes_few', 'some minutes', 'placeholders'],
    ['error: a placeholder that the page does not fill is refused', 'login.title', 'Come in, {{name}}', 'placeholders'],
    [
      'security: a placeholder without escaping is refused',
      'layout.error_title',
      '{{- title}} {{title}}',
      'placeholders',
    ],
    [
      'security: a placeholder with a format is refused',
      'layout.error_title',
      '{{title, uppercase}} {{title}}',
      'placeholders',
    ],
    ['security: a text that includes another text is refused', 'login.title', '$t(layout.name)', 'placeholders'],
    ['security: a text with an element is refused', 'login.title', '<b>Come in</b>', 'markup'],
    ['security: a text with the beginning of an element is refused', 'login.title', 'Come in <img src=x', 'markup'],
    ['security: a text with a character reference is refused', 'login.title', '&lt;b&gt;', 'markup'],
    [
      'security: a text whose link has an attribute is refused',
      'agreement.terms',
      'The <terms x="1">terms</terms>.',
      'markup',
    ],
    ['error: a link that closes before it opens is refused', 'agreement.terms', 'The </terms>terms<terms>.', 'markup'],
    ['error: a link without words is refused', 'agreement.terms', 'The <terms></terms>terms.', 'markup'],
    ['error: a text without its link is refused', 'agreement.terms', 'The terms.', 'markup'],
    ['security: a text that reverses the following text is refused', 'login.title', 'Come\u202ein', 'characters'],
    ['security: a direction isolate without an end is refused', 'login.title', 'Come\u2067in', 'characters'],
    ['security: a direction isolate without a beginning is refused', 'login.title', 'Come\u2069in', 'characters'],
    ['security: a text with a line break is refused', 'login.title', 'Come\nin', 'characters'],
    ['security: a text with half a character is refused', 'login.title', 'Come \ud83d', 'characters'],
    ['security: a text that is too long is refused', 'login.title', 'Come in '.repeat(20), 'long'],
    ['error: a text of blanks is refused', 'login.title', ' \u00a0 ', 'empty'],
    ['error: a number instead of a text is refused', 'login.title', 1, 'type'],
    ['error: a list instead of a text is refused', 'login.title', ['Come in'], 'type'],
    ['error: a missing value instead of a text is refused', 'login.title', null, 'type'],
    ['error: a key that no page has is refused', 'login.titel', 'Come in', 'unknown'],
    ['error: a text under the name of a group is refused', 'login', 'Come in', 'unknown'],
    ['security: a key that every object has is refused', 'constructor', 'Come in', 'unknown'],
    ['security: a key below a key that every object has is refused', '__proto__.title', 'Come in', 'unknown'],
  ])('%s', (_name, key, text, outcome) => {
    expect(check(key === 'login.title' ? 'logout.title' : key, text)).toBe(outcome)
  })
})

it('security: refused keys are logged shortened and limited in number, whatever a service sends', () => {
  const many = Object.fromEntries([...Array(1000).keys()].map((nth) => [`${'k'.repeat(1000)}${nth}`, 'x']))
  const { refused, examples } = checkTexts({ ...many, 'login.title': 'Come in' })
  expect(refused).toEqual({ unknown: 1000 })
  expect(examples).toEqual(Array(5).fill('k'.repeat(80)))
})
