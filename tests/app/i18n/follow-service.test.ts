import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { pino } from 'pino'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openBrowser, withFakeAccountApi } from '#tests/app/browser/browser'
import { withSettings } from '#tests/app/browser/with-settings'
import { startTranslationService } from '#tests/fixtures/parties/translation-service'
import { temporaryFolder } from '#tests/fixtures/programs/folder'
import { type Language, putTexts, textsVersion, translator } from '~/i18n/texts'
import { followTranslations, ServiceFollower } from '~/i18n/translations/follow-service.server'

const service = await startTranslationService()
const folder = temporaryFolder('translations')
afterAll(async () => {
  await service.stop()
  folder.remove()
})

let nth = 0
let place = ''
beforeEach(() => {
  nth += 1
  place = join(folder.path, String(nth))
  mkdirSync(place)
  service.asked.length = 0
})

const followers: ServiceFollower[] = []
afterEach(() => {
  for (const follower of followers.splice(0)) follower.stop()
})

interface Line {
  msg: string
  level: number
  [field: string]: unknown
}

/** The translations of one copy of the web app. Its clock is stopped, and its waits end at once. */
const newCopy = ({
  key = undefined as string | undefined,
  url = service.url,
  languages = ['en'] as Language[],
  in: at = place,
  answerMs = 30_000,
} = {}) => {
  const [lines, waits]: [Line[], number[]] = [[], []]
  const used = new Map<Language, Record<string, string>>()
  const clock = { now: 1_800_000_000_000 }
  const follower = new ServiceFollower({
    service: { url, key },
    languages,
    folder: at,
    log: pino({}, { write: (line: string) => lines.push(JSON.parse(line)) }),
    put: (language, texts) => used.set(language, Object.fromEntries(texts)),
    wait: async (ms, signal) => {
      signal.throwIfAborted()
      waits.push(ms)
    },
    now: () => clock.now,
    answerMs,
  })
  followers.push(follower)
  const warnings = () => lines.filter(({ level }) => level >= 40)
  return { follower, lines, warnings, waits, used, clock }
}

const texts = { login: { title: 'Come in' }, 'logout.submit': 'Leave' }
const flat = { 'login.title': 'Come in', 'logout.submit': 'Leave' }
const doubled = [350, 700, 1400, 2800, 5600]

describe('texts of a service', () => {
  it('happy: the texts of each language are requested by GET, by namespace, and applied', async () => {
    service.give(texts)
    const copy = newCopy({ languages: ['zh-Hans', 'en'] })
    await copy.follower.load()
    expect(service.asked.map(({ path }) => path).sort()).toEqual([
      '/en/butterfly_fe.json',
      '/zh-Hans/butterfly_fe.json',
    ])
    expect([...copy.used]).toEqual(
      expect.arrayContaining([
        ['zh-Hans', flat],
        ['en', flat],
      ]),
    )
    expect([copy.warnings(), copy.waits]).toEqual([[], []])
  })

  const keyInPath = { key: 'a/b+c=', url: `${service.origin}/{{key}}/{{ns}}?lng={{lng}}` }

  it.each([
    ['a public key is sent in the configured header', { key: 'pk_1' }, '/en/butterfly_fe.json', 'Bearer pk_1'],
    ['a key with a place in the address is sent only there', keyInPath, '/a%2Fb%2Bc%3D/butterfly_fe?lng=en', undefined],
    ['without a key, no key is sent', {}, '/en/butterfly_fe.json', undefined],
  ])('happy: %s', async (_, settings, path, authorization) => {
    service.give(texts)
    await newCopy(settings).follower.load()
    expect(service.asked[0]).toMatchObject({ path })
    expect(service.asked[0]?.headers.authorization).toBe(authorization)
  })

  it('happy: unchanged texts change nothing, new texts are applied, and an empty answer restores the built-in texts', async () => {
    service.give(texts)
    const copy = newCopy()
    await copy.follower.load()
    copy.used.clear()
    await copy.follower.load()
    expect(copy.used.size).toBe(0)
    service.give({ 'login.title': 'Welcome' })
    await copy.follower.load()
    expect(copy.used.get('en')).toEqual({ 'login.title': 'Welcome' })
    service.give({})
    await copy.follower.load()
    expect(copy.used.get('en')).toEqual({})
  })
})

describe('tries', () => {
  it('error: a failed load is retried five times, with delays that double from 350 ms', async () => {
    service.answer((response) => response.writeHead(503).end('busy'))
    const copy = newCopy()
    await copy.follower.load()
    expect(service.asked).toHaveLength(6)
    expect(copy.waits).toEqual(doubled)
    expect(copy.warnings()).toMatchObject([{ language: 'en', tries: 6, err: { message: 'the service answered 503' } }])
    expect(copy.used.size).toBe(0)
  })

  it('happy: retries end with the first good answer', async () => {
    service.answer((response) => {
      if (service.asked.length < 3) response.destroy()
      else response.writeHead(200).end(JSON.stringify(texts))
    })
    const copy = newCopy()
    await copy.follower.load()
    expect(copy.waits).toEqual([350, 700])
    expect(copy.used.get('en')).toEqual(flat)
    expect(copy.warnings()).toEqual([])
  })

  it('error: a repeated failure is logged once, and again after a good answer', async () => {
    const copy = newCopy()
    const fail = () => service.answer((response) => response.writeHead(500).end())
    fail()
    await copy.follower.load()
    await copy.follower.load()
    expect(copy.warnings()).toHaveLength(1)
    service.give(texts)
    await copy.follower.load()
    fail()
    await copy.follower.load()
    expect(copy.warnings()).toHaveLength(2)
  })

  it('happy: the texts are requested again every ten minutes, until the loader is stopped', async () => {
    service.give(texts)
    const copy = newCopy()
    const isDone = new Promise<void>((resolve) => {
      service.answer((response) => {
        response.writeHead(200).end(JSON.stringify(texts))
        if (service.asked.length === 3) resolve(copy.follower.stop())
      })
    })
    // The clock continues by ten minutes with each question, so that what was kept is old.
    Object.defineProperty(copy.clock, 'now', { get: () => 1_800_000_000_000 + service.asked.length * 600_000 })
    const following = copy.follower.follow()
    await isDone
    await following
    expect(copy.waits).toEqual([600_000, 600_000])
    expect(copy.warnings()).toEqual([])
  })

  it('error: a stop aborts a request under way, without retries', async () => {
    const copy = newCopy()
    const isAsked = new Promise<void>((resolve) => service.answer(() => resolve()))
    const loading = copy.follower.load()
    await isAsked
    copy.follower.stop()
    await loading
    expect([service.asked.length, copy.warnings()]).toEqual([1, []])
  })
})

describe('answers that cannot be used', () => {
  const hostile: [name: string, answer: Parameters<typeof service.answer>[0], message: RegExp][] = [
    ['no JSON', (response) => response.end('<html>'), /JSON/],
    ['half of its JSON', (response) => response.end('{"login.title":"Co'), /JSON/],
    ['a list', (response) => response.end('["login.title"]'), /no object/],
    ['null', (response) => response.end('null'), /no object/],
    ['nothing', (response) => response.end(), /JSON/],
    ['bytes that are no UTF-8', (response) => response.end(Buffer.from('{"login.title":"\xff"}', 'latin1')), /encoded/],
    ['an error with status 200', (response) => response.end('{"error":"quota exceeded"}'), /no text of the answer/],
    ['nested objects', (response) => response.end('{"a":'.repeat(80_000) + 1 + '}'.repeat(80_000)), /no text/],
    [
      'more texts than there are',
      (response) => response.end(JSON.stringify(Object.fromEntries([...Array(20_001).keys()].map((key) => [key, ''])))),
      /more than 20000 texts/,
    ],
    ['silence', () => undefined, /timeout|aborted/],
    [
      'a beginning and then silence',
      (response) => {
        response.writeHead(200)
        response.write('{"login.title":')
      },
      /timeout|aborted/,
    ],
    [
      'no end',
      (response) => {
        const part = Buffer.alloc(64 * 1024, ' ')
        const goOn = (): void => {
          while (!response.destroyed && response.write(part));
          response.once('drain', goOn)
        }
        goOn()
      },
      /more than 524288 bytes/,
    ],
    [
      'a small answer that unpacks to 64 MB',
      (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
      /more than 524288 bytes/,
    ],
  ]
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '))

  it.each(hostile)('security: a service that answers %s leaves the texts in use', async (_name, answer, message) => {
    service.give(texts)
    await newCopy().follower.load()
    // Time is the only limit of an answer that does not come. The good answer above has all the time that it needs.
    const copy = newCopy({ answerMs: message.source.startsWith('timeout') ? 50 : 30_000 })
    await copy.follower.recall()
    copy.used.clear()
    service.answer(answer)
    await copy.follower.load()
    expect(copy.used.size).toBe(0)
    expect(copy.waits).toEqual(doubled)
    const [warning, ...more] = copy.warnings()
    expect([warning?.msg, more]).toEqual(['the translation service gave no texts, so the previous texts stay', []])
    expect(warning).toMatchObject({ err: { message: expect.stringMatching(message) } })
  })

  it('security: a redirect to an address inside the network is not followed', async () => {
    service.answer((response, path) => {
      if (path === '/inside') response.end(JSON.stringify(texts))
      else response.writeHead(302, { location: `${service.origin}/inside` }).end()
    })
    const copy = newCopy()
    await copy.follower.load()
    expect(service.asked.filter(({ path }) => path === '/inside')).toEqual([])
    expect(copy.used.size).toBe(0)
  })

  it('security: some bad texts are left out and counted in one log line, and the others are applied', async () => {
    const bad = { 'login.title': '<script>alert(1)</script>', unknown: 'x', ...{ ['__proto__']: { polluted: 'x' } } }
    service.give(JSON.stringify({ ...bad, 'logout.submit': 'Leave' }).replace('{', '{"__proto__":{"polluted":"x"},'))
    const copy = newCopy()
    await copy.follower.load()
    await copy.follower.load()
    expect(copy.used.get('en')).toEqual({ 'logout.submit': 'Leave' })
    expect(copy.warnings()).toMatchObject([{ language: 'en', used: 1, refused: { markup: 1, unknown: 2 } }])
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})

describe('kept texts', () => {
  const keep = async (given: object = texts) => {
    service.give(given)
    await newCopy().follower.load()
    service.asked.length = 0
  }
  const file = () => join(place, 'translations.en.json')

  it('happy: a start without the service uses the texts of the last run', async () => {
    await keep()
    service.answer((response) => response.destroy())
    const copy = newCopy()
    await copy.follower.recall()
    expect(service.asked).toEqual([])
    expect(copy.used.get('en')).toEqual(flat)
    await copy.follower.load()
    expect(copy.used.get('en')).toEqual(flat)
    expect(copy.warnings()).toMatchObject([{ tries: 6 }])
  })

  it('happy: the first start has no kept texts, and logs nothing', async () => {
    const copy = newCopy()
    await copy.follower.recall()
    expect([copy.used.size, copy.lines]).toEqual([0, []])
  })

  it('happy: the texts of another service are not used', async () => {
    await keep()
    const copy = newCopy({ url: `${service.origin}/other/{{lng}}/{{ns}}` })
    await copy.follower.recall()
    expect(copy.used.size).toBe(0)
  })

  it.each([
    ['cut off', (kept: string) => kept.slice(0, 20)],
    ['something else', () => '{"texts":[]}'],
    ['very large', (kept: string) => kept + ' '.repeat(4 * 1024 * 1024)],
  ])('error: a kept file that is %s is reported and not used', async (_what, change) => {
    await keep()
    writeFileSync(file(), change(readFileSync(file(), 'utf8')))
    const copy = newCopy()
    await copy.follower.recall()
    expect(copy.used.size).toBe(0)
    expect(copy.warnings()).toMatchObject([{ msg: 'texts that were kept cannot be used', language: 'en' }])
  })

  it('security: a person who can write the kept file cannot get markup into pages', async () => {
    await keep()
    writeFileSync(file(), readFileSync(file(), 'utf8').replace('Come in', '<b>Come in</b>'))
    const copy = newCopy()
    await copy.follower.recall()
    expect(copy.used.get('en')).toEqual({ 'logout.submit': 'Leave' })
    expect(copy.warnings()).toMatchObject([{ refused: { markup: 1 } }])
  })

  it('error: an unwritable folder is reported, and the texts are applied anyway', async () => {
    service.give(texts)
    writeFileSync(join(place, 'file'), '')
    const copy = newCopy({ in: join(place, 'file') })
    await copy.follower.load()
    expect(copy.used.get('en')).toEqual(flat)
    expect(copy.warnings()).toMatchObject([{ msg: 'texts could not be kept for the next start' }])
  })

  it('happy: a missing folder is created, and others can read neither it nor the texts', async () => {
    service.give(texts)
    const made = join(place, 'data')
    const copy = newCopy({ in: made })
    await copy.follower.load()
    expect(copy.warnings()).toEqual([])
    const modes = [made, join(made, 'translations.en.json')].map((path) => statSync(path).mode & 0o777)
    expect(modes).toEqual([0o700, 0o600])
  })

  it('happy: one of two copies that share a folder requests the texts, and the other reads the kept ones', async () => {
    service.give(texts)
    const [one, other] = [newCopy(), newCopy()]
    await one.follower.load()
    await other.follower.refresh()
    expect(service.asked).toHaveLength(1)
    expect(other.used.get('en')).toEqual(flat)
    one.clock.now += 600_000
    other.clock.now += 600_000
    await other.follower.refresh()
    await one.follower.refresh()
    expect(service.asked).toHaveLength(2)
  })

  it('happy: a kept file with a future time does not stop a copy from requesting texts', async () => {
    service.give(texts)
    const [ahead, copy] = [newCopy(), newCopy()]
    ahead.clock.now += 3_600_000
    await ahead.follower.load()
    await copy.follower.refresh()
    expect(service.asked).toHaveLength(2)
  })

  it('happy: copies that keep texts at the same moment leave one whole file, and no other files', async () => {
    service.give(texts)
    const copies = [...Array(8)].map(() => newCopy())
    await Promise.all(copies.flatMap(({ follower }) => [follower.load(), follower.recall()]))
    expect(copies.flatMap(({ warnings }) => warnings())).toEqual([])
    expect(readdirSync(place)).toEqual(['translations.en.json'])
    expect(JSON.parse(readFileSync(file(), 'utf8')).texts).toEqual(flat)
  })
})

describe('texts of a service on pages', () => {
  withFakeAccountApi()
  withSettings({ dataDir: folder.path })
  // The files of a worker share the texts.
  afterEach(() => putTexts('en', new Map()))

  describe('texts in the place of the built-in ones', () => {
    it('happy: a page shows the service’s texts in their language only, and its other texts as built in', async () => {
      putTexts('en', new Map([['login.submit', 'Come in']]))
      expect((await openBrowser().show('/login')).main).toContain('Come in')
      expect((await openBrowser().show('/login')).main).toContain(translator('en')('login.title'))
      expect((await openBrowser({ language: 'zh-CN' }).show('/login')).main).not.toContain('Come in')
    })

    it('happy: newer texts replace the previous ones, and each change has its own version', () => {
      const built = translator('en')('login.submit')
      const before = textsVersion()
      putTexts('en', new Map([['login.submit', 'Come in']]))
      putTexts('en', new Map([['logout.submit', 'Leave']]))
      expect([translator('en')('login.submit'), translator('en')('logout.submit')]).toEqual([built, 'Leave'])
      expect(textsVersion()).toBe(before + 2)
    })

    it('happy: a number stays with its unit, and a plural uses the form for its number', () => {
      putTexts(
        'en',
        new Map(Object.entries({ 'wait.days_one': '{{count}} day off', 'wait.days_other': '{{count}} days off' })),
      )
      expect(translator('en')('wait.days', { count: 1 })).toBe('1\u00A0day off')
      expect(translator('en')('wait.days', { count: 3 })).toBe('3\u00A0days off')
    })
  })

  /** A log that reports its first line. */
  const firstLine = () => {
    let tell: (line: Record<string, unknown>) => void
    const line = new Promise<Record<string, unknown>>((resolve) => {
      tell = resolve
    })
    return { log: pino({}, { write: (text: string) => tell(JSON.parse(text)) }), line }
  }

  describe('where no service is set', () => {
    withSettings({ translations: undefined })

    it('happy: no service is called, and the texts are the built-in ones', async () => {
      const before = textsVersion()
      const { log } = firstLine()
      const stop = await followTranslations(log)
      stop()
      expect([textsVersion(), service.asked]).toEqual([before, []])
    })
  })

  describe('where a service is set', () => {
    withSettings({ translations: { url: service.url, key: 'pk_1' } })

    it('happy: a start does not wait for the service, and pages show its texts as soon as they arrive', async () => {
      service.answer((response, path) => {
        // The other language has none.
        if (path.startsWith('/zh-Hans/')) response.end('{}')
      })
      const { log, line } = firstLine()
      const stop = await followTranslations(log)
      expect((await openBrowser().show('/login')).status).toBe(200)
      stop()
      service.answer((response, path) =>
        response.end(path.startsWith('/en/') ? '{"login":{"submit":"Come in"}}' : '{}'),
      )
      const stopAgain = await followTranslations(log)
      expect(await line).toMatchObject({ used: 1, msg: 'texts of the translation service are in use' })
      stopAgain()
      expect((await openBrowser().show('/login')).main).toContain('Come in')
    })
  })
})
