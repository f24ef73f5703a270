import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { temporaryFolder } from '#tests/fixtures/programs/folder'
import { eventually } from '#tests/fixtures/time/eventually'

const run = promisify(execFile)

let browsers = 0

/**
 * A person at w3m: reads the screen, moves with the tab key, types. It runs in its own terminal (tmux), tall enough to
 * show a whole page.
 * @param language what w3m asks pages in, as in Accept-Language
 */
export const startTextBrowser = async (url: string, { language }: { language: string }) => {
  browsers += 1
  const socket = `butterfly-${process.pid}-${browsers}`
  const home = temporaryFolder('w3m')
  const env: NodeJS.ProcessEnv = { ...process.env, HOME: home.path, TERM: 'screen', LANG: 'C.UTF-8' }
  const tmux = async (...args: string[]): Promise<string> =>
    (await run('tmux', ['-L', socket, '-f', '/dev/null', ...args], { env })).stdout
  const settings = ['accept_cookie=1', 'show_cookie=0', 'auto_image=0', 'use_history=0', `accept_language=${language}`]
  const w3m = ['w3m', '-O', 'UTF-8', '-cookie', ...settings.flatMap((setting) => ['-o', setting]), url]
  await tmux('new-session', '-d', '-x', '110', '-y', '160', ...w3m)

  const keys = (...names: string[]) => tmux('send-keys', ...names)
  const type = (text: string) => tmux('send-keys', '-l', text)
  /** The cursor and the screen of one moment, by one call. */
  const look = async (): Promise<Look> => {
    const said = await tmux('display-message', '-p', '#{cursor_x},#{cursor_y}', ';', 'capture-pane', '-p')
    // A space that does not break is read as any other.
    const [cursor = '', ...lines] = said.split('\n').map((line) => line.replaceAll('\u00A0', ' ').trimEnd())
    const [x = 0, y = 0] = cursor.split(',').map(Number)
    return { at: { x, y }, lines }
  }
  const screen = async () => (await look()).lines

  const waitFor = async <Found>(
    what: string,
    ask: (lines: string[]) => Promise<Found | undefined> | Found | undefined,
  ) =>
    eventually(what, async () => ask(await screen())).catch(async (cause) => {
      throw new Error(`${what} did not come. On the screen:\n${(await screen()).join('\n').trim()}`, { cause })
    })

  const see = async (text: string) => {
    await waitFor(`"${text}"`, (lines) => (unwrapped(lines).includes(unwrapped([text])) ? true : undefined))
  }

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
    /** The lines of the screen, without trailing spaces. */
    screen,
    /** Waits until the screen shows a text. A failure reports the actual text. */
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
    stop: async () => {
      await tmux('kill-server').catch(() => undefined)
      home.remove()
    },
  }
}

export type TextBrowser = Awaited<ReturnType<typeof startTextBrowser>>

/** A cell of the terminal, counted from 0. */
interface Position {
  x: number
  y: number
}

/** Where the cursor is, and the lines of the screen. */
interface Look {
  at: Position
  lines: string[]
}

const isAt = (one: Position, other: Position | undefined) => one.x === other?.x && one.y === other.y

/** The last line of w3m: a prompt, a message, or the title of the page. */
const statusOf = (lines: string[]): string => lines.findLast((line) => line !== '') ?? ''

/** Neither a prompt nor a transfer is under way. */
const isStill = (lines: string[]): boolean => /^(≪|Viewing)/.test(statusOf(lines))

/** The text without the line ends and spaces that a narrow screen adds. */
const unwrapped = (lines: string[]): string => lines.join(' ').replace(/\s+/g, '')

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
