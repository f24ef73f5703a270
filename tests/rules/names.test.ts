import { describe, expect, it } from 'vitest'
import { readName } from '#rules/typed/name'

const refusalOf = (name: string, site: string[] = ['Butterfly']) => {
  const read = readName(name, { named: 'organisation', site })
  return read.ok ? undefined : read.reason
}

describe('a name that others see', () => {
  it.each([
    ...['Studio 54', 'Class 2027', 'Class 2026-2027', '7-Eleven', '3M', '二〇二七届', 'Code Club', 'Room 101'],
    ...['O’Brien & Sons', "St. Mary's School", "Farmers' Market", 'ʻIolani School', 'AC/DC (Lyon)', 'U.S. Army'],
    ...['Café Müller', 'Москва Клуб', 'राधिका', 'צה״ל', '한국 학교', 'L’Arche – Ontario'],
    ...['果园（上海）有限公司', '東京サポーターズ', '北京信息系统有限公司'],
    ...['Mad Minds', 'Road Mining Co', 'Orchard Supporters Club', 'Help the Aged', 'Team Rocket'],
  ])('happy: the name %j may be used', (name) => expect(refusalOf(name)).toBeUndefined())

  const refusals = {
    name_quotes: [...'"“”„«»‹›「」『』〝〟＂′″`❝<']
      .map((quote) => `Orchard${quote}`)
      .concat("'Orchard'", '‘Orchard’', "''Orchard"),
    name_characters: [
      ...[...'✓✔☑✅√🔒⭐😀⃝\u0338'].map((sign) => `Orchard${sign}`),
      ...[...'\u2800\u3164\u115f\uffa0\u{e0041}\u180b\u{e0100}'].map((blank) => `Or${blank}chard`),
      ...['\u2800', '...', 'Or\nchard', '\u200b', '\u0301'],
    ],
    name_digits: [
      ...['Your code is 123456', '验证码 123456', '１２３４５６', 'Ring 12 34 56', '1-2-3-4-5', '①②③④⑤⑥'],
      ...['一二三四五六', 'Orchard 8877', 'Code 2027', '验证码2027', 'OTP 123', '٤٥٦٧٨٩'],
    ],
    name_address: ['evil.example', 'https://evil', 'www.evil', 'evil。com', 'St.Mary'],
    name_scripts: ['Оrchard', 'Orсhard', 'Officiаl Orchard', 'Orchard ᚠᚢᚦ'],
    name_official: [
      ...['Official Orchard', 'OFFICIAL', '0fficia1', 'S u p p o r t', 'Sup port', '5upport', 'SecurityTeam'],
      ...['Verifiéd', 'adm1n', 'Customer services', 'ｏｆｆｉｃｉａｌ', 'Service Team', 'Password'],
      ...['官 方', '在线客服', '系统通知', '管理員', '验证中心', '安全中心'],
    ],
    name_of_site: ['Butterfly', 'BUTTERFLY’S', 'Ｂｕｔｔｅｒｆｌｙ', 'Bütterf1y shop', 'Butter fly', 'MyButterfly'],
  }
  const refused = Object.entries(refusals).flatMap(([reason, names]) => names.map((name) => [name, reason] as const))
  it.each(refused)('security: the name %j reads as words of the site, and is refused as %s', (name, reason) => {
    expect(refusalOf(name)).toBe(reason)
  })

  it.each([
    ['果园客', '果园', 'name_of_site'],
    ['メルカリ事務局', 'メルカリ', 'name_of_site'],
    ['ﾊﾞﾀﾌﾗｲ事務局', 'バタフライ', 'name_of_site'],
    ['オンライン教室', 'ライン', undefined],
    ['Go Team', 'Go', 'name_of_site'],
    ['Gothic Club', 'Go', undefined],
    ['Butterfly Trust', 'River & Co', undefined],
    ['River and Co', 'River & Co', undefined],
    ['River Co', 'River & Co', 'name_of_site'],
  ])('security: the name %j is refused at a site named %j', (name, site, reason) =>
    expect(refusalOf(name, [site])).toBe(reason),
  )
})
