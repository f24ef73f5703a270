import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Exchange, startRelay } from '#tests/fixtures/messages/relay'
import { temporaryFolder } from '#tests/fixtures/programs/folder'
import { startProgram } from '#tests/fixtures/programs/program'
import { eventually } from '#tests/fixtures/time/eventually'
import { areasOn, readScreen, type Screen } from './screen'

const run = promisify(execFile)

/** Tall enough to show a whole page. */
const height = 1600
/** Where the pointer is out of the way: NetSurf draws it into the page. */
const aside = { x: 60, y: height - 10 }
const backButton = { x: 14, y: 15 }

/**
 * A person at NetSurf, on its own screen, 128 pixels wide, who sees fields, buttons and lines of links, and counts them
 * from the top (from 0). What the pages say is read on the wire.
 */
export const startNetSurf = async (url: string, path: string) => {
  const folder = temporaryFolder('netsurf')
  const relay = await startRelay(url)
  const screenArgs = ['-screen', '0', `128x${height}x24`, '-fbdir', folder.path]
  const xvfb = startProgram('Xvfb', ['-displayfd', '1', '-nolisten', 'tcp', ...screenArgs])
  const number = await eventually('a display', () => /^(\d+)\n/m.exec(xvfb.said())?.[1])
  const env: NodeJS.ProcessEnv = { ...process.env, HOME: folder.path, DISPLAY: `:${number}` }
  // NetSurf keeps no cookies of a host without a dot.
  const at = new URL(path, relay.url)
  at.hostname = '127.0.0.1'
  const netsurf = startProgram('netsurf-fb', ['-f', 'x', '-w', '128', '-h', String(height), at.href], { env })

  const xdo = (...words: string[]) => run('xdotool', words, { env })
  const screen = (): Screen => readScreen(readFileSync(join(folder.path, 'Xvfb_screen0')))
  const pages = (): Exchange[] =>
    relay.exchanges.filter(
      ({ path, status, headers }) =>
        status !== 303 && path !== '/favicon.ico' && /html/.test(headers['content-type'] ?? ''),
    )

  /** The screen once two looks at it were the same. */
  const settled = async (): Promise<Screen> => {
    let last: Screen | undefined
    return eventually(
      'NetSurf to have drawn the page',
      () => {
        const [before, now] = [last, screen()]
        last = now
        return before?.pixels.equals(now.pixels) ? now : undefined
      },
      { everyMs: 150 },
    )
  }

  const click = async ({ x, y }: { x: number; y: number }) => {
    await xdo('mousemove', String(x), String(y), 'click', '1')
    await xdo('mousemove', String(aside.x), String(aside.y))
  }

  /** Waits for one page more than there were. */
  const nextPage = (before: number): Promise<Exchange> =>
    eventually('NetSurf to ask for a page', () => (pages().length > before ? pages().at(-1) : undefined), {
      seconds: 5,
    })

  return {
    /** Waits until a page with a title that begins like this is drawn. */
    see: async (title: string) => {
      await eventually(`a page "${title}"`, () =>
        pages().at(-1)?.body.includes(`<title>${title}`) ? true : undefined,
      ).catch((cause) => {
        const seen = relay.exchanges.map(({ method, path, status }) => `${method} ${path} ${status}`).join('\n')
        throw new Error(`No page "${title}" came, but:\n${seen}\n${pages().at(-1)?.body}`, { cause })
      })
      await settled()
    },
    /** Types into a field. NetSurf for framebuffers has no 0 on its keyboard. */
    fill: async (field: number, text: string) => {
      const place = areasOn(await settled()).fields[field]
      if (!place) throw new Error(`There is no field ${field}`)
      await click(place)
      await xdo('type', '--delay', '15', text)
    },
    press: async (button: number) => {
      const place = areasOn(await settled()).buttons[button]
      if (!place) throw new Error(`There is no button ${button}`)
      const before = pages().length
      await click(place)
      await nextPage(before)
    },
    follow: async (path: string) => {
      for (const line of areasOn(await settled()).links) {
        const before = pages().length
        await click(line)
        const came = await nextPage(before)
        await settled()
        if (came.path.split('?')[0] === path) return
        await click(backButton)
        await settled()
      }
      throw new Error(`There is no link to ${path}`)
    },
    stop: async () => {
      await netsurf.stop()
      await xvfb.stop()
      await relay.stop()
      folder.remove()
    },
  }
}
