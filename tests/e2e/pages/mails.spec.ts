import { expect, type Page, test } from '@playwright/test'
import axe from 'axe-core'
import sharp from 'sharp'
import { logoId, mailHtml } from '#account-api/channels/texts/mail-html'
import { composeFor } from '#account-api/channels/texts/templates'
import type { Message } from '#account-api/kernel/outbox/message'
import { contactSheets } from '#bench/sheets/contact-sheet'
import { languages } from '#tests/e2e/texts'
import { described } from '#tests/fixtures/brand'

const at = 'https://accounts.example.com/account-help'
const link = `${at}/not-me?ticket=6Zk0yq1mWc3uR8tV5xLbN2oP7sD4fG9h`

const invitation = 'https://accounts.example.com/login/invitation?invite_ticket=6Zk0yq1mWc3uR8tV5xLbN2'

/** One of each kind of mail: with a code, with a code and a link, with a notice, with an invitation, with text alone. */
const mails: Record<string, Message> = {
  code: { kind: 'code', purpose: 'login', code: '482913', minutes: 10 },
  link: {
    kind: 'code',
    purpose: 'reset_password',
    code: '482913',
    minutes: 10,
    link: `${at}/password/link?ticket=6Zk0yq1mWc3uR8t`,
  },
  notice: { kind: 'changed', change: 'mobile_changed', detail: '+86 139****0002', link },
  farewell: { kind: 'erased' },
  invitation: {
    kind: 'invitation',
    organisation: 'Riverside School',
    inviter: 'ann',
    link: invitation,
    page: invitation,
    days: 7,
  },
}

const logo = () =>
  sharp({ create: { width: 72, height: 24, channels: 4, background: '#b3541e' } })
    .png()
    .toBuffer()

const operator = async () => ({
  ...described,
  logo: { mediaType: 'image/png' as const, bytes: await logo(), width: 72, height: 24 },
})

/** The HTML of a mail as a reader shows it: with the pictures that came along. */
const shownMail = (message: Message, language: string, brand: Awaited<ReturnType<typeof operator>> | undefined) => {
  const html = mailHtml(
    {
      ...composeFor(brand)(message, { channel: 'email', language }),
      purpose: message.kind,
      code: message.kind === 'code' ? message.code : null,
      link: 'link' in message ? (message.link ?? null) : null,
      language,
    },
    brand,
  )
  return html.replaceAll(`cid:${logoId}`, `data:image/png;base64,${brand?.logo?.bytes.toString('base64')}`)
}

const faultsOf = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const runOnly = ['color-contrast', 'document-title', 'html-has-lang', 'image-alt', 'link-name', 'target-size']
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, { runOnly })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ failureSummary }) => `${id}: ${failureSummary}`))
  })

for (const language of languages)
  for (const sender of ['the product', 'an operator'])
    test(`happy: mails of ${sender} in ${language} are readable on a phone, and load nothing`, async ({
      page,
    }, testInfo) => {
      const requested: string[] = []
      page.on('request', (request) => {
        if (!request.url().startsWith('data:')) requested.push(request.url())
      })
      const brand = sender === 'an operator' ? await operator() : undefined
      const sheets = contactSheets(testInfo.outputDir, 'mails', 360)
      for (const [name, message] of Object.entries(mails)) {
        await page.setContent(shownMail(message, language, brand))
        await page.evaluate(axe.source)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          expect(await faultsOf(page)).toEqual([])
          for (const width of [240, 600]) {
            await page.setViewportSize({ width, height: 200 })
            expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
            await sheets.add(await page.screenshot({ fullPage: true }), `${name}, ${width}, ${colorScheme}`)
          }
        }
      }
      expect(requested).toEqual([])
      for (const path of await sheets.finish()) await testInfo.attach('mails', { path, contentType: 'image/png' })
    })
