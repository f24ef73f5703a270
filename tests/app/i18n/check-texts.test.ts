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
    ['happy: the same placeholder in another order', 'layout.detailed', '({{detail}}) {{name}}', 'used'],
    ['happy: a form of a plural that a language has more', 'wait.minutes_few', '{{count}} minutes', 'used'],
    ['happy: a form of a plural that says its number as a word', 'wait.minutes_two', 'a pair of minutes', 'used'],
    ['happy: a link may be elsewhere in the sentence', 'agreement.terms', 'The <terms>terms</terms> count.', 'used'],
    ['happy: words of another direction, isolated', 'layout.error_title', 'خطأ: \u2068{{title}}\u2069', 'used'],
    ['error: a missing placeholder', 'layout.error_title', 'Error', 'placeholders'],
    ['error: a form of a plural without its number', 'wait.minutes_few', 'some minutes', 'placeholders'],
    ['error: a placeholder that the page does not fill', 'login.title', 'Come in, {{name}}', 'placeholders'],
    ['security: a placeholder that is not escaped', 'layout.error_title', '{{- title}} {{title}}', 'placeholders'],
    ['security: a placeholder with a format', 'layout.error_title', '{{title, uppercase}} {{title}}', 'placeholders'],
    ['security: a text that takes in another', 'login.title', '$t(layout.name)', 'placeholders'],
    ['security: an element', 'login.title', '<b>Come in</b>', 'markup'],
    ['security: the beginning of an element', 'login.title', 'Come in <img src=x', 'markup'],
    ['security: a character reference', 'login.title', '&lt;b&gt;', 'markup'],
    ['security: a link with an attribute', 'agreement.terms', 'The <terms x="1">terms</terms>.', 'markup'],
    ['error: a link that closes before it opens', 'agreement.terms', 'The </terms>terms<terms>.', 'markup'],
    ['error: a link without words', 'agreement.terms', 'The <terms></terms>terms.', 'markup'],
    ['error: a link that is missing', 'agreement.terms', 'The terms.', 'markup'],
    ['security: a text that turns what follows round', 'login.title', 'Come\u202ein', 'characters'],
    ['security: an isolate that does not end', 'login.title', 'Come\u2067in', 'characters'],
    ['security: an isolate that only ends', 'login.title', 'Come\u2069in', 'characters'],
    ['security: a line break', 'login.title', 'Come\nin', 'characters'],
    ['security: half a character', 'login.title', 'Come \ud83d', 'characters'],
    ['security: a long text', 'login.title', 'Come in '.repeat(20), 'long'],
    ['error: a text of blanks', 'login.title', ' \u00a0 ', 'empty'],
    ['error: a number', 'login.title', 1, 'type'],
    ['error: a list', 'login.title', ['Come in'], 'type'],
    ['error: nothing', 'login.title', null, 'type'],
    ['error: a key of no page', 'login.titel', 'Come in', 'unknown'],
    ['error: a folder as a text', 'login', 'Come in', 'unknown'],
    ['security: a key of every object', 'constructor', 'Come in', 'unknown'],
    ['security: a key below one of every object', '__proto__.title', 'Come in', 'unknown'],
  ])('%s', (_name, key, text, outcome) => {
    expect(check(key === 'login.title' ? 'logout.title' : key, text)).toBe(outcome)
  })
})

it('security: keys are cut short and few for the log, whatever a service sends', () => {
  const many = Object.fromEntries([...Array(1000).keys()].map((nth) => [`${'k'.repeat(1000)}${nth}`, 'x']))
  const { refused, examples } = checkTexts({ ...many, 'login.title': 'Come in' })
  expect(refused).toEqual({ unknown: 1000 })
  expect(examples).toEqual(Array(5).fill('k'.repeat(80)))
})
