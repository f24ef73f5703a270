import { describe, expect, it } from 'vitest'
import { smtpChannel } from '#account-api/channels/smtp'
import { changeSubjects } from '#account-api/channels/texts/change-subjects'
import { mailHtml } from '#account-api/channels/texts/mail-html'
import { composeFor } from '#account-api/channels/texts/templates'
import type { Change, Message, OutboxEntry } from '#account-api/kernel/outbox/message'
import type { Logo } from '#settings/brand'
import { outboxEntry } from '#tests/account-api/channels/deliveries'
import { runningHere } from '#tests/fixtures/hooks'
import { startMailbox } from '#tests/fixtures/messages/mailbox'

const link = 'https://accounts.example.com/account-help/password/link?ticket=a&next=%2F'
const png: Logo = { mediaType: 'image/png', bytes: Buffer.from('a picture'), width: 48, height: 24 }
const brand = {
  name: { en: 'River & <b>Co', 'zh-Hans': '江河' },
  sms_signature: { en: 'River', 'zh-Hans': '江河' },
  logo: png,
  color: '#ffd400',
}

const mailbox = runningHere(() => startMailbox())

const entryOf = (message: Message, language: string | null): OutboxEntry =>
  outboxEntry({
    ...composeFor(brand)(message, { channel: 'email', language: language ?? 'en' }),
    to: `${language}@example.com`.toLowerCase(),
    purpose: message.kind,
    code: message.kind === 'code' ? message.code : null,
    link: 'link' in message ? (message.link ?? null) : null,
    language,
  })

const delivered = async (entry: OutboxEntry) => {
  const smtp = smtpChannel({ url: mailbox.url, from: 'River <no-reply@example.com>', brand })
  await smtp(entry, new AbortController().signal)
  smtp.close?.()
  const [mail] = mailbox.mailsTo(entry.to)
  if (!mail) throw new Error('no mail came')
  return mail
}

const code: Message = { kind: 'code', purpose: 'reset_password', code: '123456', minutes: 10, link }

it.each([
  ['en', 'Open the link'],
  ['zh-Hans', '打开链接'],
])(
  'happy: a mail in %s has plain text, and HTML with the code, and with the link as a button and as text',
  async (language, button) => {
    const entry = entryOf(code, language)
    const { text, html = '', attachments } = await delivered(entry)
    expect(text?.trim()).toBe(entry.body)
    expect(html).toContain(`<html lang="${language}">`)
    expect(html).toMatch(/letter-spacing:3px">123456<\/p>/)
    const address = link.replaceAll('&', '&amp;')
    expect(html).toContain(`<a href="${address}" style="color:inherit">${address}</a>`)
    expect(html).toMatch(new RegExp(`<a href="[^"]+" style="display:inline-block;[^"]+">${button}</a>`))
    expect(attachments).toMatchObject([{ contentId: '<logo@butterfly>', mimeType: 'image/png', disposition: 'inline' }])
  },
)

it('happy: a message stored without a language is sent as plain text, with an id in the domain of MAIL_FROM', async () => {
  const entry = entryOf(code, null)
  const { text, html, attachments, messageId } = await delivered(entry)
  expect({ html, attachments }).toEqual({ html: undefined, attachments: [] })
  expect(messageId).toBe(`<${entry.id}@example.com>`)
  expect(text).toContain('123456 is your code to reset your password.')
})

it('happy: a notice links to securing the account, and a mail without a link has no button', () => {
  const changed = { kind: 'changed', change: 'password_changed', detail: '', link } as const
  expect(mailHtml(entryOf(changed, 'en'), brand)).toContain('>Secure your account</a>')
  expect(mailHtml(entryOf({ kind: 'erased' }, 'en'), brand)).not.toContain('<a ')
})

describe.each(['en', 'zh-Hans'] as const)('mails about changes in %s', (language) => {
  const facts = { username: 'ann-lee', browser: 'Chrome', system: 'Linux', at: 0, timeZone: 'Asia/Shanghai' }

  it.each(Object.keys(changeSubjects.en) as Change[])(
    'happy: the mail about %s has a short subject, and the same facts in its text and its HTML',
    (change) => {
      const entry = entryOf({ kind: 'changed', change, detail: '203.0.113.7', link, facts }, language)
      expect(entry.subject.length).toBeLessThanOrEqual(50)
      expect(entry.subject).not.toMatch(/\d|[.。]$/)
      const [, lines = ''] = entry.body.split('\n\n')
      expect(lines.split('\n')).toHaveLength(3)
      for (const fact of ['ann-lee', language === 'en' ? 'River & <b>Co' : '江河', 'Chrome', '1970'])
        expect(lines).toContain(fact)
      expect(mailHtml(entry, brand)).toContain(
        `${lines.replace('& <b>', '&amp; &lt;b&gt;').replaceAll('\n', '<br>')}</p>`,
      )
      expect(entry.body.endsWith(link)).toBe(true)
    },
  )
})

it('security: no input becomes markup in a mail, and no remote content is loaded', () => {
  const hostile = `'><img src="https://evil.example/x.png"><script>alert(1)</script>`
  const said = { subject: hostile, body: `${hostile}\n\n${link}`, code: hostile, link: `${link}${hostile}` }
  const html = mailHtml({ purpose: 'login', language: 'en', ...said }, brand)
  expect(html).toContain('River &amp; &lt;b&gt;Co')
  expect(html).not.toMatch(/<script|<b>|<link|@import|url\(/)
  expect(html.match(/<img [^>]*>/g)).toEqual([expect.stringContaining('src="cid:logo@butterfly"')])
  const tags = html.match(/<[a-z][^>]*>/g)?.map((tag) => tag.split(/[ >]/, 1)[0])
  expect(new Set(tags)).toEqual(new Set(['<html', '<head', '<meta', '<title', '<body', '<div', '<p', '<img', '<a']))
})

it('happy: Chinese text has spaces around Latin names only, and a number is not broken', () => {
  const inChinese = { channel: 'email', language: 'zh-Hans' } as const
  const subjectOf = (name: string) =>
    composeFor({ ...brand, name: { en: name, 'zh-Hans': name } })({ kind: 'erased' }, inChinese).subject
  expect(subjectOf('江河')).toBe('你的江河账号已删除')
  expect(subjectOf('River')).toBe('你的 River 账号已删除')
  const changed = { kind: 'changed', change: 'mobile_removed', detail: '+86 138****0001', link: undefined } as const
  expect(mailHtml(entryOf(changed, 'en'), brand)).toContain('The mobile number +86&nbsp;138****0001 was removed')
})

it('happy: an SVG logo is left out because mail readers do not draw it; without an operator the product is named', () => {
  const entry = entryOf(code, 'en')
  expect(mailHtml(entry, { ...brand, logo: { ...png, mediaType: 'image/svg+xml' } })).not.toContain('<img')
  expect(mailHtml(entry)).toContain('>Butterfly</p>')
})

it('happy: text uses the reader’s colours, and the button’s colours are readable', () => {
  const html = mailHtml(entryOf(code, 'en'), brand)
  expect(html).toContain('<meta name="color-scheme" content="light dark">')
  const colours = [...html.matchAll(/[";](?:background|color|background-color):([^;"]+)/g)].map(([, colour]) => colour)
  expect(colours).toEqual(['inherit', expect.stringMatching(/^#[\da-f]{6}$/), '#ffffff'])
  // Nothing is wider than the smallest screen.
  for (const [, width = ''] of html.matchAll(/[";](?:min-)?width:(\d+)px/g)) expect(Number(width)).toBeLessThan(208)
})
