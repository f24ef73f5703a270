import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ownFolder } from '#tests/fixtures/programs/own-folder'
import { runProgram } from '#tests/fixtures/programs/program'
import { root } from '#tests/fixtures/programs/server'
import { compareLocales, compareWithPages, readLocales } from '../../scripts/i18n.mjs'

const folder = ownFolder('locales')

const page = (text: string) => [{ file: 'app/page.tsx', text, isPage: true }]
const rule = (text: string) => ({ file: 'contract/rule.ts', text, isPage: false })

describe('texts and pages', () => {
  it('happy: a text is used by its key, by its plural’s key, as a title, or by a pattern', () => {
    const keys = ['a.one', 'a.days_one', 'a.days_other', 'a.title', 'a.way_sms', 'a.way_email', 'a.link']
    const text = `
      t('a.one'); t('a.days', { count }); export const handle = { title: 'a.title' }
      t(\`a.way_\${kind}\`); const page = <Trans i18nKey="a.link" />`
    expect(compareWithPages(keys, [...page(text), rule(`const kinds = ['sms', 'email']`)])).toEqual([])
  })

  it.each([
    ['that no page names', ['a.one', 'a.two'], page(`t('a.one')`), 'a.two'],
    [
      'that only a pattern could name, and whose value is no word of the sources',
      ['a.way_sms', 'a.way_pigeon'],
      [...page(`t(\`a.way_\${kind}\`)`), rule(`const kinds = ['sms']`)],
      'a.way_pigeon',
    ],
    ['that only a pattern of values could name', ['a.one'], page(`t(\`\${a}.\${b}\`); const one = 1`), 'a.one'],
  ])('error: a text %s is reported', (_what, keys, sources, unused) => {
    expect(compareWithPages(keys, sources)).toEqual([`${unused} is used by no page`])
  })

  it.each([
    ['a call', `t('a.two')`],
    ['a translator', `translator(language)('a.two')`],
    ['a request', `(await translate(args))('a.two')`],
    ['an element with links', `const text = <Trans i18nKey="a.two" />`],
    ['a title', `export const handle = { title: 'a.two' }`],
    ['a pattern', `t(\`a.two_\${kind}\`)`, 'a.two_*'],
  ])('error: a key of %s that no language has is reported', (_what, text, key = 'a.two') => {
    const missing = [`${key} is missing: app/page.tsx names it`]
    expect(compareWithPages(['a.one'], page(`t('a.one'); ${text}`))).toEqual(missing)
  })

  it('happy: a word of the contract that looks like a key is ignored', () => {
    const named = [...page(`t('role.title'); may('role.read')`), rule(`const permissions = { 'role.read': 1 }`)]
    expect(compareWithPages(['role.title'], named)).toEqual([])
  })
})

/** The problems of two complete languages and a third one that may lack texts. */
const compare = (one: object, other: object, third: object = {}) => {
  const locales = Object.entries({ one, other, third }).map(([name, texts]) => [name, new Map(Object.entries(texts))])
  return compareLocales(new Map(locales as [string, Map<string, string>][]), ['one', 'other'])
}

describe('languages', () => {
  it('happy: languages have the same texts, with more plural forms if a language needs them', () => {
    const chinese = { title: '标题', days_other: '{{count}} 天' }
    const english = { title: 'Title', days_one: 'a day', days_other: '{{count}} days' }
    expect(compare(chinese, english, { days_two: 'يومان', days_few: '{{count}} أيام' })).toEqual([])
  })

  it.each<[string, [object, object, object?], string]>([
    ['that a complete language lacks', [{ title: '标题' }, {}], 'other: title is missing'],
    ['that the first language lacks', [{}, { title: 'Title' }], 'one: title is missing'],
    ['that only another language has', [{}, {}, { title: 'عنوان' }], 'third: title is in no complete language'],
    ['that is empty', [{ title: '标题' }, { title: ' ' }], 'other: title is empty'],
    [
      'with different placeholders',
      [{ to: '到 {{name}}' }, { to: 'To {{nmae}}' }],
      'other: to has "{{nmae}}", and one has "{{name}}"',
    ],
    [
      'with different links',
      [{ to: '<terms>条款</terms>' }, { to: 'The terms' }],
      'other: to has "", and one has "</terms> <terms>"',
    ],
    [
      'with a plural form that lacks a placeholder',
      [{ d_other: '{{count}} 天' }, { d_other: '{{count}} days' }, { d_few: 'أيام' }],
      'third: d_few has "", and one has "{{count}}"',
    ],
  ])('error: a text %s is reported', (_what, languages, problem) => {
    expect(compare(...languages)).toEqual([problem])
  })

  it('happy: a key that only looks like a plural form is its own text', () => {
    expect(compare({ end_one: '退出 {{name}}' }, { end_one: 'End {{name}}' })).toEqual([])
    const hints = { hint: 'As {{example}}', hint_other: 'With its country' }
    expect(compare(hints, hints)).toEqual([])
  })
})

it('error: a key in two files of a language is reported', () => {
  mkdirSync(folder.at('en'))
  writeFileSync(join(folder.path, 'en', 'one.json'), '{"a":{"title":"One"}}')
  writeFileSync(join(folder.path, 'en', 'two.json'), '{"a":{"title":"Two","text":"Text"}}')
  const { locales, problems } = readLocales(folder.path)
  expect(problems).toEqual(['en: a.title is in two files'])
  expect([...(locales.get('en')?.keys() ?? [])]).toEqual(['a.title', 'a.text'])
})

describe('the command', () => {
  const project = (name: string, source: string) => {
    const place = folder.at(name)
    for (const room of ['app', 'contract', 'rules', 'public/locales/en', 'public/locales/zh-Hans'])
      mkdirSync(join(place, room), { recursive: true })
    for (const language of ['en', 'zh-Hans'])
      writeFileSync(join(place, 'public/locales', language, 'texts.json'), '{"a":{"title":"Title"}}')
    writeFileSync(join(place, 'app/page.tsx'), source)
    return runProgram(process.execPath, [join(root, 'scripts/i18n.mjs'), place])
  }

  it('happy: the command exits with 0 if nothing is wrong', async () => {
    expect(await project('good', `t('a.title')`)).toEqual({ ended: 0, said: '0 problems; texts: en 1, zh-Hans 1\n' })
  })

  it('error: the command prints each problem and exits with 1', async () => {
    expect(await project('bad', `t('a.titel')`)).toEqual({
      ended: 1,
      said: 'a.title is used by no page\na.titel is missing: app/page.tsx names it\n2 problems; texts: en 1, zh-Hans 1\n',
    })
  })
})
