import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { temporaryFolder } from '#tests/fixtures/programs/folder'
import { eventually } from '#tests/fixtures/time/eventually'

const run = promisify(execFile)

/** A cell of the terminal, counted from 0. */
export interface Position {
  x: number
  y: number
}

/** Where the cursor is, and the lines of the screen. */
export interface Look {
  at: Position
  lines: string[]
}

let terminals = 0

/**
 * A program in its own terminal (tmux), tall enough to show a whole page.
 * @param commandIn the command, given the program's own home folder
 */
export const startTerminal = async (commandIn: (home: string) => string[]) => {
  terminals += 1
  const socket = `butterfly-${process.pid}-${terminals}`
  const home = temporaryFolder('terminal')
  const env: NodeJS.ProcessEnv = { ...process.env, HOME: home.path, TERM: 'screen', LANG: 'C.UTF-8' }
  const tmux = async (...args: string[]): Promise<string> =>
    (await run('tmux', ['-L', socket, '-f', '/dev/null', ...args], { env })).stdout
  await tmux('new-session', '-d', '-x', '110', '-y', '160', ...commandIn(home.path))

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

  return {
    keys: (...names: string[]) => tmux('send-keys', ...names),
    type: (text: string) => tmux('send-keys', '-l', text),
    look,
    /** The lines of the screen, without trailing spaces. */
    screen,
    waitFor,
    /** Waits until the screen shows a text. A failure reports the actual text. */
    see: async (text: string) => {
      await waitFor(`"${text}"`, (lines) => (unwrapped(lines).includes(unwrapped([text])) ? true : undefined))
    },
    stop: async () => {
      await tmux('kill-server').catch(() => undefined)
      home.remove()
    },
  }
}

/** The text without the line ends and spaces that a narrow screen adds. */
export const unwrapped = (lines: string[]): string => lines.join(' ').replace(/\s+/g, '')
