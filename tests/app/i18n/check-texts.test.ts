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
    ['happy', 'a text with its placeholders in another order', 'used', 'layout.detailed', '({{detail}}) {{name}}'],
    ['happy', 'a plural form that the source language does not have', 'used', 'wait.minutes_few', '{{count}} minutes'],
    ['happy', 'a plural form that states its number as a word', 'used', 'wait.minutes_two', 'a pair of minutes'],
    ['happy', 'a link at another place of the sentence', 'used', 'agreement.terms', 'The <terms>terms</terms> count.'],
    [
      'happy',
      'a text with isolated words of another direction',
      'used',
      'layout.error_title',
      'خطأ: \u2068{{title}}\u2069',
    ],
    ['error', 'a text without one of its placeholders', 'placeholders', 'layout.error_title', 'Error'],
    ['error', 'a plural form without its number', 'placeholders', 'wait.minutes_few', 'some minutes'],
    ['error', 'a placeholder that the page does not fill', 'placeholders', 'login.title', 'Come in, {{name}}'],
    ['security', 'a placeholder without escaping', 'placeholders', 'layout.error_title', '{{- title}} {{title}}'],
    ['security', 'a placeholder with a format', 'placeholders', 'layout.error_title', '{{title, uppercase}} {{title}}'],
    ['security', 'a text that includes another text', 'placeholders', 'login.title', '$t(layout.name)'],
    ['security', 'a text with an element', 'markup', 'login.title', '<b>Come in</b>'],
    ['security', 'a text with the beginning of an element', 'markup', 'login.title', 'Come in <img src=x'],
    ['security', 'a text with a character reference', 'markup', 'login.title', '&lt;b&gt;'],
    ['security', 'a text whose link has an attribute', 'markup', 'agreement.terms', 'The <terms x="1">terms</terms>.'],
    ['error', 'a link that closes before it opens', 'markup', 'agreement.terms', 'The </terms>terms<terms>.'],
    ['error', 'a link without words', 'markup', 'agreement.terms', 'The <terms></terms>terms.'],
    ['error', 'a text without its link', 'markup', 'agreement.terms', 'The terms.'],
    ['security', 'a text that reverses the following text', 'characters', 'login.title', 'Come\u202ein'],
    ['security', 'a direction isolate without an end', 'characters', 'login.title', 'Come\u2067in'],
    ['security', 'a direction isolate without a beginning', 'characters', 'login.title', 'Come\u2069in'],
    ['security', 'a text with a line break', 'characters', 'login.title', 'Come\nin'],
    ['security', 'a text with half a character', 'characters', 'login.title', 'Come \ud83d'],
    ['security', 'a text that is too long', 'long', 'login.title', 'Come in '.repeat(20)],
    ['error', 'a text of blanks', 'empty', 'login.title', ' \u00a0 '],
    ['error', 'a number instead of a text', 'type', 'login.title', 1],
    ['error', 'a list instead of a text', 'type', 'login.title', ['Come in']],
    ['error', 'a missing value instead of a text', 'type', 'login.title', null],
    ['error', 'a key that no page has', 'unknown', 'login.titel', 'Come in'],
    ['error', 'a text under the name of a group', 'unknown', 'login', 'Come in'],
    ['security', 'a key that every object has', 'unknown', 'constructor', 'Come in'],
    ['security', 'a key below a key that every object has', 'unknown', '__proto__.title', 'Come in'],
  ])('%s: for %s, the outcome is “%s”', (_kind, _what, outcome, key, text) => {
    expect(check(key === 'login.title' ? 'logout.title' : key, text)).toBe(outcome)
  })
})

it('security: refused keys are logged shortened and limited in number, whatever a service sends', () => {
  const many = Object.fromEntries([...Array(1000).keys()].map((nth) => [`${'k'.repeat(1000)}${nth}`, 'x']))
  const { refused, examples } = checkTexts({ ...many, 'login.title': 'Come in' })
  expect(refused).toEqual({ unknown: 1000 })
  expect(examples).toEqual(Array(5).fill('k'.repeat(80)))
})
