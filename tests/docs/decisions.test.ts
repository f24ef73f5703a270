import { basename, dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { documents, read } from './documents'

const index = read('docs/decisions/README.md')
const records = documents
  .filter((file) => dirname(dirname(file)) === join('docs', 'decisions'))
  .map((file) => ({ name: basename(file), text: read(file) }))

/** The records that a text links to. */
const linked = (text: string): string[] =>
  [...text.matchAll(/\[(\d{4})\]\(([^)#]+)\)/g)].map(([, number, name = '']) => {
    expect(basename(name)).toMatch(new RegExp(`^${number}-`))
    return basename(name)
  })

/** The records of the mark in the first lines of a record: they have taken the place of a part of it. */
const markOf = (text: string): string[] => {
  const [, , , , mark = ''] = text.split('\n')
  return mark.startsWith('**Superseded') ? linked(mark) : []
}

/** Each line of the index: the record, and those that have taken the place of a part of it. */
const lines = [...index.matchAll(/^\| (\[\d{4}\]\S+) \| [^|]+ \| ([^|]+) \|$/gm)].map(([, record = '', by = '']) => ({
  name: linked(record)[0],
  by: linked(by),
}))

it('happy: each record of a decision is in the index once, and has a number and its own title', () => {
  expect(lines.map(({ name }) => name).sort()).toEqual(records.map(({ name }) => name).sort())
  expect(new Set(records.map(({ name }) => name.slice(0, 4))).size).toBe(records.length)
  expect(records.filter(({ text }) => !/^# \D/.test(text))).toEqual([])
})

it('happy: each record has a status with its date, and at most 40 lines', () => {
  const status = /^_Accepted on 2\d{3}-\d\d-\d\d(?:, (?:superseded in part|rewritten on 2\d{3}-\d\d-\d\d))?\._$/
  expect(records.filter(({ text }) => !status.test(text.split('\n')[2] ?? '')).map(({ name }) => name)).toEqual([])
  expect(records.filter(({ text }) => text.trimEnd().split('\n').length > 40).map(({ name }) => name)).toEqual([])
})

it('happy: a partly superseded record names the newer one, in its first lines and in the index', () => {
  const names = records.map(({ name }) => name)
  expect(records.filter(({ text }) => text.includes('**Superseded')).length).toBeGreaterThan(5)
  for (const { name, text } of records) {
    const by = markOf(text)
    expect(by.length > 0, name).toBe(text.includes('**Superseded'))
    expect(by.filter((newer) => !names.includes(newer) || newer <= name)).toEqual([])
    expect(lines.find((line) => line.name === name)?.by, name).toEqual(by)
  }
})
