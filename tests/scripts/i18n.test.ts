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

  it('error: a text that no page names is reported', () => {
    expect(compareWithPages(['a.one', 'a.two'], page(`t('a.one')`))).toEqual(['a.two is used by no page'])
  })

  it('error: a text that only a pattern could name is reported if its value is no word of the sources', () => {
    const named = [...page(`t(\`a.way_\${kind}\`)`), rule(`const kinds = ['sms']`)]
    expect(compareWithPages(['a.way_sms', 'a.way_pigeon'], named)).toEqual(['a.way_pigeon is used by no page'])
  })

  it('error: a pattern of values only does not mark a text as used', () => {
    expect(compareWithPages(['a.one'], page(`t(\`\${a}.\${b}\`); const one = 1`))).toEqual(['a.one is used by no page'])
  })

  it.each([
    ['a call', `t('a.two')`],
    ['a translator', `translator(language)('a.two')`],
    ['a request', `(await translate(args))('a.two')`],
    ['an element with links', `const text = <Trans i18nKey="a.two" />`],
    ['a title', `export const handle = { title: 'a.two' }`],
  ])('error: a key of %s that no language has is reported', (_what, text) => {
    expect(compareWithPages(['a.one'], page(`t('a.one'); ${text}`))).toEqual([
      'a.two is missing: app/page.tsx names it',
    ])
  })

  it('error: a pattern that matches no text is reported', () => {
    expect(compareWithPages(['a.one'], page(`t('a.one'); t(\`a.way_\${kind}\`)`))).toEqual([
      'a.way_* is missing: app/page.tsx names it',
    ])
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

  it('error: a text that a complete language lacks is reported', () => {
    expect(compare({ title: '标题' }, {})).toEqual(['other: title is missing'])
    expect(compare({}, { title: 'Title' })).toEqual(['one: title is missing'])
  })

  it('error: a text that only another language has is reported', () => {
    expect(compare({}, {}, { title: 'عنوان' })).toEqual(['third: title is in no complete language'])
  })

  it('error: an empty text is reported', () =>
    expect(compare({ title: '标题' }, { title: ' ' })).toEqual(['other: title is empty']))

  it('error: different placeholders or links are reported', () => {
    expect(compare({ to: '到 {{name}}' }, { to: 'To {{nmae}}' })).toEqual([
      'other: to has "{{nmae}}", and one has "{{name}}"',
    ])
    expect(compare({ to: '<terms>条款</terms>' }, { to: 'The terms' })).toEqual([
      'other: to has "", and one has "</terms> <terms>"',
    ])
    expect(compare({ d_other: '{{count}} 天' }, { d_other: '{{count}} days' }, { d_few: 'أيام' })).toEqual([
      'third: d_few has "", and one has "{{count}}"',
    ])
  })

  it('happy: a key that only looks like a plural form is its own text', () => {
    expect(compare({ end_one: '退出 {{name}}' }, { end_one: 'End {{name}}' })).toEqual([])
    const hints = { hint: 'As {{example}}', hint_other: 'With its country' }
    expect(compare(hints, hints)).toEqual([])
  })
})

it('error: a key in two files of a language is reported', () => {
  mkdirSync(join(folder.path, 'en'))
  writeFileSync(join(folder.path, 'en', 'one.json'), '{"a":{"title":"One"}}')
  writeFileSync(join(folder.path, 'en', 'two.json'), '{"a":{"title":"Two","text":"Text"}}')
  const { locales, problems } = readLocales(folder.path)
  expect(problems).toEqual(['en: a.title is in two files'])
  expect([...(locales.get('en')?.keys() ?? [])]).toEqual(['a.title', 'a.text'])
})

describe('the command', () => {
  const project = (name: string, source: string) => {
    const place = join(folder.path, name)
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
