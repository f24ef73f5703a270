import { eventually } from '#tests/fixtures/time/eventually'
import { type Position, startTerminal, unwrapped } from './terminal'

/** A person at w3m, who reads English: reads the screen, moves with the tab key, types. */
export const startTextBrowser = async (url: string) => {
  const settings = ['accept_cookie=1', 'show_cookie=0', 'auto_image=0', 'use_history=0', 'accept_language=en']
  const { keys, type, look, screen, waitFor, see, stop } = await startTerminal(() => [
    'w3m',
    ...['-O', 'UTF-8', '-cookie'],
    ...settings.flatMap((setting) => ['-o', setting]),
    url,
  ])

  /** Goes from the top of the page to the next link or field with the tab key, until one fits. */
  const moveTo = async (what: string, fits: (lines: string[], at: Position) => boolean) => {
    await keys('g')
    const visited = new Set<string>()
    let { at } = await look()
    for (;;) {
      const before = at
      await keys('Tab')
      const seen = await eventually(
        `the cursor to reach ${what}`,
        async () => {
          const now = await look()
          return isAt(now.at, before) ? undefined : now
        },
        { seconds: 3, everyMs: 10 },
      ).catch(look)
      at = seen.at
      if (fits(seen.lines, at)) return
      const stop = `${at.x},${at.y}`
      if (visited.has(stop)) throw new Error(`There is no ${what}. On the screen:\n${seen.lines.join('\n').trim()}`)
      visited.add(stop)
    }
  }

  const activate = async (what: string, fits: (lines: string[], at: Position) => boolean) => {
    await moveTo(what, fits)
    const before = (await screen()).join('\n')
    await keys('Enter')
    await waitFor(`an answer to ${what}`, (lines) => (lines.join('\n') !== before && isStill(lines) ? true : undefined))
  }

  return {
    screen,
    see,
    open: async (next: string) => {
      await keys('U')
      await waitFor('the prompt for an address', (lines) =>
        statusOf(lines).startsWith('Goto URL:') ? true : undefined,
      )
      await keys('C-u')
      await type(next)
      await keys('Enter')
      await waitFor(`an answer of ${next}`, (lines) => (isStill(lines) ? true : undefined))
    },
    /** Types into the field under a label. */
    fill: async (label: string, value: string) => {
      await see(label)
      await moveTo(`field "${label}"`, (lines, at) => isAt(at, fieldUnder(lines, label)))
      await keys('Enter')
      await waitFor('the prompt for a value', (lines) => (/^(TEXT|Password):/.test(statusOf(lines)) ? true : undefined))
      await keys('C-e', 'C-u')
      await type(value)
      await keys('Enter')
      await waitFor('the end of the prompt', (lines) => (isStill(lines) ? true : undefined))
    },
    press: (button: string) =>
      // w3m shows an <input> button in brackets and a <button> as bare text.
      activate(`button "${button}"`, (lines, at) => {
        const text = textAt(lines, at)
        return text.startsWith(`${button}]`) || text.split('  ')[0] === button
      }),
    /** Ticks a box, or takes its tick away, by the text after it. */
    tick: (box: string) =>
      activate(`box "${box}"`, (lines, at) => /^[ *]\]\s*(.*)/.exec(textAt(lines, at))?.[1]?.startsWith(box) ?? false),
    follow: (link: string) => activate(`link "${link}"`, (lines, at) => textAt(lines, at).startsWith(link)),
    stop,
  }
}

export type TextBrowser = Awaited<ReturnType<typeof startTextBrowser>>

const isAt = (one: Position, other: Position | undefined) => one.x === other?.x && one.y === other.y

/** The last line of w3m: a prompt, a message, or the title of the page. */
const statusOf = (lines: string[]): string => lines.findLast((line) => line !== '') ?? ''

/** Neither a prompt nor a transfer is under way. */
const isStill = (lines: string[]): boolean => /^(≪|Viewing)/.test(statusOf(lines))

/** A Chinese character takes two cells. */
const cellsOf = (text: string): number =>
  [...text].reduce((sum, character) => sum + (/[ᄀ-￦]/.test(character) && !/[‐-⻿]/.test(character) ? 2 : 1), 0)

const textAt = (lines: string[], { x, y }: Position): string => {
  let cells = 0
  const characters = [...(lines[y] ?? '')]
  const start = characters.findIndex((character) => {
    if (cells >= x) return true
    cells += cellsOf(character)
    return false
  })
  return start < 0 ? '' : characters.slice(start).join('')
}

/** Where the field of a label begins: the first box after the line that holds the label alone. */
const fieldUnder = (lines: string[], label: string): Position | undefined => {
  const says = (line: string) => unwrapped([line.split('[')[0] ?? '']) === unwrapped([label])
  const labelLine = lines.findIndex(says)
  if (labelLine < 0) return undefined
  const y = lines.findIndex((line, row) => row >= labelLine && line.includes('['))
  const [before = ''] = (lines[y] ?? '').split('[')
  return y < 0 ? undefined : { x: cellsOf(before) + 1, y }
}
