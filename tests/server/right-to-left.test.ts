import { afterAll, expect, it } from 'vitest'
import { send } from './browser'
import { startWebApp } from './web-app'

const web = await startWebApp({ LANGUAGES: 'zh-Hans,en,ar' })
afterAll(() => web.stop())

/** The page in a language, twice: rendered, and remembered. */
const pagesIn = async (language: string) => {
  const open = () => send(web.origin, '/login', { headers: { 'accept-language': language } })
  return [(await open()).text, (await open()).text]
}

const sheetOf = async (html: string) => {
  const [, href = ''] = /<link rel="stylesheet" href="([^"]*)"/.exec(html) ?? []
  return (await send(web.origin, href)).text
}

it('happy: a right-to-left page has the style sheet of its direction, also from memory', async () => {
  for (const html of await pagesIn('ar')) {
    expect(html).toContain('<html lang="ar" dir="rtl">')
    expect(await sheetOf(html)).toMatch(/border-right:4px/)
  }
})

it('happy: a left-to-right page has the other style sheet, and states no direction', async () => {
  for (const html of await pagesIn('en')) {
    expect(html).toContain('<html lang="en">')
    const sheet = await sheetOf(html)
    expect(sheet).toMatch(/border-left:4px/)
    expect(sheet).not.toContain('direction:')
  }
})
