import { expect, it } from 'vitest'
import { read } from './documents'

const glossary = read('docs/glossary.md')
const [words = '', others = ''] = glossary.split(/^## /m)
const boldIn = (text: string): string[] =>
  [...text.matchAll(/\*\*([^*]+)\*\*/g)].map(([, word = '']) => word.toLowerCase())

it('happy: each common term links to a word of the glossary, or to a document', () => {
  expect(others).toMatch(/^If you look for\n/)
  const rows = [...others.matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm)].slice(2)
  expect(rows.length).toBeGreaterThan(20)
  const known = new Set(boldIn(words).flatMap((word) => [word, ...word.split(', ')]))
  for (const [, field, here = ''] of rows) {
    expect(`${boldIn(here).join()}${here.match(/\]\(/) ?? ''}`, field).not.toBe('')
    expect(
      boldIn(here).filter((word) => !known.has(word)),
      field,
    ).toEqual([])
  }
})
