import { pino } from 'pino'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { openBrowser, withFakeAccountApi } from '#tests/app/browser/browser'
import { withSettings } from '#tests/app/browser/with-settings'
import { startTranslationService } from '#tests/fixtures/parties/translation-service'
import { temporaryFolder } from '#tests/fixtures/programs/folder'
import { putTexts, textsVersion, translator } from '~/i18n/texts'
import { followTranslations } from '~/i18n/translations/follow-service.server'

withFakeAccountApi()
const service = await startTranslationService()
const folder = temporaryFolder('service-texts')
withSettings({ dataDir: folder.path })
afterAll(async () => {
  await service.stop()
  folder.remove()
})
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
    service.answer((response, path) => response.end(path.startsWith('/en/') ? '{"login":{"submit":"Come in"}}' : '{}'))
    const stopAgain = await followTranslations(log)
    expect(await line).toMatchObject({ used: 1, msg: 'texts of the translation service are in use' })
    stopAgain()
    expect((await openBrowser().show('/login')).main).toContain('Come in')
  })
})
