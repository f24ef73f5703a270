import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from '#tests/fixtures/time/eventually'
import { type Look, startTerminal, unwrapped } from './terminal'

/** A text browser that moves from link to field with a key, and says in its last lines what it is on. */
interface Program {
  /** @param home the browser's own home folder */
  command: (home: string) => string[]
  /** The keys that close what it shows at its first start. */
  dismiss: string[]
  next: string
  /** The keys that empty the field that it is on, before something is typed. */
  clear: string[]
  /** What its last lines say of a text field, of a button and of a box. */
  says: { field: RegExp; button: RegExp; box: RegExp }
  /** What its last lines say while it waits for a page. */
  busy: RegExp
}

const lynxSettings = `ACCEPT_ALL_COOKIES:TRUE
INFOSECS:0
MESSAGESECS:0
ALERTSECS:0
CHARACTER_SET:utf-8
SHOW_CURSOR:TRUE
PREFERRED_LANGUAGE:en
`

export const programs = {
  lynx: {
    command: (home) => {
      const file = join(home, 'lynx.cfg')
      writeFileSync(file, lynxSettings)
      return ['lynx', `-cfg=${file}`]
    },
    dismiss: [],
    next: 'Tab',
    clear: ['C-u'],
    says: { field: /\((Textfield|Text entry|Password entry|Email)/, button: /submit button\)/, box: /\(Checkbox/ },
    busy: /Getting|Looking up|Making HTTP|Sending|HTTP request sent|Data transfer|^\s*$/,
  },
  elinks: {
    // It would ask before each form that is posted.
    command: () => ['elinks', '-no-connect', '1', '-eval', 'set document.browse.forms.confirm_submit = 0'],
    dismiss: ['Enter'],
    next: 'Down',
    clear: ['Enter', 'C-u'],
    says: { field: /^(Text|Password) field/, button: /^(Post|Submit) form/, box: /^Checkbox/ },
    busy: /Looking up|Making connection|Request sent|Transferring|Received|Connecting|SSL/,
  },
  links2: {
    command: () => ['links2'],
    dismiss: ['Enter'],
    next: 'Down',
    clear: ['C-u'],
    says: { field: /^(Text|Password) field/, button: /^(Post|Submit) form/, box: /^Check ?box/ },
    busy: /Looking up|Making connection|Request sent|Transferring|Received|Connecting|Querying/,
  },
} satisfies Record<string, Program>

/**
 * A person at lynx, elinks or links2: goes down a page from link to field, types and presses. What they want has to come
 * after the place where they are.
 */
export const startLineBrowser = async (name: keyof typeof programs, url: string) => {
  const { command, dismiss, next, clear, says, busy }: Program = programs[name]
  const { keys, type, look, screen, waitFor, see, stop } = await startTerminal((home) => [...command(home), url])
  const said = (lines: string[]) => lines.filter((line) => line !== '').slice(-3)
  const isStill = (lines: string[]) => said(lines).length > 2 && !said(lines).some((line) => busy.test(line))
  const isOn = (kind: RegExp, lines: string[]) => said(lines).some((line) => kind.test(line))
  await waitFor('the first page', (lines) => (isStill(lines) ? true : undefined))
  if (dismiss.length > 0) await keys(...dismiss)

  const moveTo = async (what: string, fits: (seen: Look) => boolean) => {
    for (let seen = await look(); !fits(seen); ) {
      const before = JSON.stringify(seen)
      await keys(next)
      seen = await eventually(
        `the next place after ${before.slice(0, 30)}`,
        async () => {
          const now = await look()
          return JSON.stringify(now) === before ? undefined : now
        },
        { seconds: 3, everyMs: 10 },
      ).catch(() => {
        throw new Error(`There is no ${what} further down. On the screen:\n${seen.lines.join('\n').trim()}`)
      })
    }
  }

  /** What the line of the cursor says from there on. A browser may put the cursor one cell before the text. */
  const textAt = ({ at, lines }: Look): string => (lines[at.y] ?? '').slice(at.x).replace(/^[\s[\]*x]+/i, '')

  const activate = async (what: string, fits: (seen: Look) => boolean) => {
    await moveTo(what, fits)
    const before = (await screen()).join('\n')
    await keys('Enter')
    await waitFor(`an answer to ${what}`, (lines) => (lines.join('\n') !== before && isStill(lines) ? true : undefined))
  }

  return {
    screen,
    see,
    /** Types into the field under or after a label. */
    fill: async (label: string, value: string) => {
      await see(label)
      const labelLine = (await screen()).findIndex((line) => unwrapped([line]).startsWith(unwrapped([label])))
      await moveTo(`field "${label}"`, ({ at, lines }) => at.y >= labelLine && isOn(says.field, lines))
      await keys(...clear)
      await type(value)
    },
    press: (button: string) =>
      activate(`button "${button}"`, (seen) => isOn(says.button, seen.lines) && textAt(seen).startsWith(button)),
    follow: (link: string) =>
      activate(`link "${link}"`, (seen) => !isOn(says.button, seen.lines) && textAt(seen).startsWith(link)),
    stop,
  }
}

export type LineBrowser = Awaited<ReturnType<typeof startLineBrowser>>
