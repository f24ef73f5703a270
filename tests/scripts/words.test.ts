import { describe, expect, it } from 'vitest'
import { marksOf, sentencesOf } from '../../scripts/words.mjs'

const texts = (file: string, text: string) => sentencesOf(file, text).map((sentence) => sentence.text)

describe('the check of marking words', () => {
  it('happy: a plain sentence passes', () => {
    expect(marksOf('If the mail server refuses, the message waits five minutes.')).toEqual([])
    expect(marksOf('This is not for machines but for people.')).toEqual([])
    expect(marksOf('There is none. A stand-in answers, which stands for the account API.')).toEqual([])
  })

  it('error: a marking word is listed with what to write instead', () => {
    expect(marksOf('Whoever signs in goes on.')).toEqual(['“Whoever”: anyone who', '“goes on”: continues'])
    expect(marksOf('The log tells of it')).toEqual(['“log tells”: shows, returns, logs, reports'])
    expect(marksOf('All but for the present one')).toEqual([
      '“but for”: except, except for',
      '“the present one”: the current one',
    ])
    expect(marksOf('Those of one browser, per day and in all')).toEqual([
      '“Those of”: the given …, or the noun itself',
      '“and in all”: in total',
    ])
    expect(marksOf('security: of ten uses one counts')).toEqual(['“security: of”: the subject first: one of 20 …'])
    expect(marksOf('A used code is good again. A lane rests for a minute.')).toEqual([
      '“is good again”: valid',
      '“rests for”: is paused, has no effect',
    ])
  })

  it('happy: code in a document is not checked', () => {
    expect(texts('a.md', 'One `anew` [word](mend.md)\n```\nanew\n```\nTwo')).toEqual(['One … [word]', 'Two'])
  })

  it('happy: of a source, comments and test names are checked', () => {
    const source = `// One\nconst a = 'b c d' // two\nit('happy: three', () => {})\n/** Four. */`
    expect(texts('app/a.ts', source)).toEqual(['One', 'two', 'happy: three', 'Four. */'])
  })

  it('happy: strings that people read are checked where settings and calls are described', () => {
    expect(texts('settings/a.ts', `description: 'one two three'`)).toEqual(['one two three'])
  })
})
