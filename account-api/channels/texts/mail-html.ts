import { invitationPurpose, type OutboxEntry } from '#account-api/kernel/outbox/message'
import { readableAccent } from '#rules/accent'
import type { Brand } from '#settings/brand'
import { isOrganisationNews } from './organisation-texts'

/** How a mail shows its sender. */
export type MailBrand = Pick<Brand, 'name' | 'logo' | 'color'>

/** Names the logo within a mail (RFC 2392). */
export const logoId = 'logo@butterfly'

const product: MailBrand = { name: { en: 'Butterfly', 'zh-Hans': 'Butterfly' } }
const accent = '#2c4cc2'

const buttons = {
  en: { code: 'Open the link', notice: 'Secure your account', invitation: 'See the invitation', news: 'Open the page' },
  'zh-Hans': { code: '打开链接', notice: '保护账号', invitation: '查看邀请', news: '打开页面' },
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

/**
 * A mail as HTML, next to its plain text: the code in large type, and the link as a button and as text. It loads
 * nothing. Text has the colours of the mail reader, light or dark. Each style is an attribute, because many readers
 * drop style sheets.
 */
export const mailHtml = (
  {
    purpose,
    subject,
    body,
    code,
    link,
    language,
  }: Pick<OutboxEntry, 'purpose' | 'subject' | 'body' | 'code' | 'link' | 'language'>,
  { name, logo, color }: MailBrand = product,
): string => {
  const spoken = language === 'en' ? 'en' : 'zh-Hans'
  const picture = isShown(logo)
    ? `<img src="cid:${logoId}" width="${logo.width}" height="${logo.height}" alt="" style="margin-right:8px;vertical-align:middle">`
    : ''
  const parts = [
    `<p style="margin:0 0 24px;font-weight:600">${picture}${escaped(name[spoken])}</p>`,
    code === null
      ? ''
      : `<p style="margin:0 0 16px;font:600 32px/1.4 ui-monospace,Menlo,Consolas,monospace;letter-spacing:3px">${escaped(code)}</p>`,
    ...body.split('\n\n').map((text) => `<p style="margin:0 0 16px">${linked(text, link)}</p>`),
    link === null
      ? ''
      : `<p style="margin:24px 0 0"><a href="${escaped(link)}" style="display:inline-block;padding:12px 20px;border-radius:8px;text-align:center;background:${
          readableAccent(color ?? accent, 'light').accent
        };color:#ffffff;font-weight:600;text-decoration:none">${buttons[spoken][buttonOf(purpose, code)]}</a></p>`,
  ]
  return [
    `<!DOCTYPE html><html lang="${spoken}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escaped(subject)}</title></head>`,
    '<body style="margin:0;padding:16px"><div style="max-width:512px;margin:0 auto;overflow-wrap:anywhere;',
    `font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'PingFang SC','Microsoft YaHei',sans-serif">`,
    ...parts,
    '</div></body></html>',
  ].join('\n')
}

/** Few mail readers draw SVG, so an SVG logo is left out. */
export const isShown = (logo: Brand['logo']): logo is NonNullable<Brand['logo']> => logo?.mediaType === 'image/png'

const linked = (text: string, link: string | null): string => {
  // A number stays on the line of its country code.
  const lines = escaped(text)
    .replaceAll('\n', '<br>')
    .replace(/(\+\d+) (?=[\d*])/g, '$1&nbsp;')
  if (link === null) return lines
  const shown = escaped(link)
  return lines.replace(shown, () => `<a href="${shown}" style="color:inherit">${shown}</a>`)
}

const buttonOf = (purpose: string, code: string | null): keyof (typeof buttons)['en'] => {
  if (purpose === invitationPurpose) return 'invitation'
  if (isOrganisationNews(purpose)) return 'news'
  return code === null ? 'notice' : 'code'
}
