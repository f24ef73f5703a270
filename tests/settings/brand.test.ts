import { expect, it } from 'vitest'
import { readEnvironment } from '#account-api/start/env'
import { brandFile, described } from '#tests/fixtures/brand'
import { ownFolder } from '#tests/fixtures/programs/own-folder'
import { readEnv } from '~/runtime/env.server'

const folder = ownFolder('brand-settings')

it('happy: both processes read the operator’s brand, each text in both languages', () => {
  const BRAND = brandFile(folder.path)
  const { brand } = readEnv({ BRAND })
  expect(readEnvironment({ BRAND, DATA_DIR: folder.path }).BRAND).toEqual(brand)
  expect(brand).toMatchObject({
    name: described.name,
    logo: { mediaType: 'image/svg+xml', width: 48, height: 24 },
    privacy: { en: described.privacy, 'zh-Hans': described.privacy },
    sms_signature: described.sms_signature,
  })
  expect(readEnv({}).brand).toBeUndefined()
})

it('happy: a name is enough, and a short name signs the SMS', () => {
  expect(readEnv({ BRAND: brandFile(folder.path, { name: 'Example' }) }).brand).toEqual({
    name: { en: 'Example', 'zh-Hans': 'Example' },
    sms_signature: { en: 'Example', 'zh-Hans': 'Example' },
  })
})

it('happy: a wide PNG is drawn within the header of a small screen', () => {
  const png = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    Buffer.from('0000000d49484452000003e800000064', 'hex'),
  ])
  folder.file('wide.png', png)
  const { brand } = readEnv({ BRAND: brandFile(folder.path, { name: 'Example', logo: 'wide.png' }) })
  expect(brand?.logo).toMatchObject({ mediaType: 'image/png', width: 120, height: 12 })
})

const { name } = described
it.each([
  ['no name', { color: '#000000' }, 'name'],
  ['an empty name', { name: '' }, 'name.en'],
  ['a name in one language', { name: { en: 'Example' } }, 'name.zh-Hans'],
  ['a name with markup', { name: '<b>' }, 'name.en'],
  ['a name with a line break', { name: 'a\nb' }, 'name.en'],
  ['another word', { name, colour: '#000000' }, 'content'],
  ['a colour that is none', { name, color: 'red;}' }, 'color'],
  ['a logo elsewhere', { name, logo: '../logo.svg' }, 'logo'],
  ['a logo that is missing', { name, logo: 'none.svg' }, 'logo'],
  ['terms without a version', { name, terms: { url: 'https://example.com' } }, 'terms.version'],
  ['terms at a script', { name, terms: { url: 'javascript:alert(1)', version: '1' } }, 'terms.url.en'],
  ['a page in the clear', { name, privacy: 'http://example.com' }, 'privacy.en'],
  ['a mail with headers', { name, support: 'mailto:a@example.com?bcc=b@example.com' }, 'support.en'],
  ['a signature too long for one part', { name, sms_signature: '一二三四五六七八九十一' }, 'sms_signature.en'],
  ['a long name that signs', { name: 'The Example Company' }, 'sms_signature.en'],
])('error: a brand with %s stops the start with one line', (_case, content, place) => {
  const BRAND = brandFile(folder.path, content, { name: 'bad.json' })
  const line = new RegExp(`^BRAND names a file whose ${place.replaceAll('.', '\\.')} cannot be used: [^\\n]+\\.$`)
  for (const read of [readEnv, readEnvironment]) expect(() => read({ BRAND, DATA_DIR: folder.path })).toThrow(line)
})

it.each([
  ['larger than 4 kB', `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">${' '.repeat(4096)}</svg>`],
  ['that no browser draws', '<svg viewBox="0 0 1 1"/>'],
  ['without proportions', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['that is a page', '<html><script>alert(1)</script></html>'],
])('error: a logo %s stops the start', (_case, logo) => {
  const BRAND = brandFile(folder.path, described, { logo })
  expect(() => readEnv({ BRAND })).toThrow(/^BRAND names a file whose logo cannot be used: has to be [^\n]+\.$/)
})
