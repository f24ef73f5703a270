import { expect, it } from 'vitest'
import { filesIn, read } from '#tests/docs/documents'

const rooms = ['app', 'account-api', 'contract', 'settings', 'server', 'scripts', 'process']
const sources = rooms.flatMap((room) => filesIn(room, /\.(?:tsx?|mjs)$/)).map((file) => ({ file, text: read(file) }))
const withSign = (sign: RegExp) => sources.flatMap(({ file, text }) => (sign.test(text) ? [file] : [])).toSorted()

/** What shows that a file reads typed text itself, and the files that may have it: they read something else. */
const signs: Record<string, readonly [sign: RegExp, ...others: string[]]> = {
  'numbers, by a library': [/libphonenumber/],
  'digits of other keyboards': [/\\p\{Nd\}/],
  'dashes, spaces and joiners of every kind': [/\\p\{(?:Pd|Zs|Join)/],
  'compatibility forms, which passwords have too': [
    /\.normalize\(/,
    'account-api/moving/archive/sealed-stream.ts',
    'account-api/verification/breached-passwords/breached-list.ts',
    'account-api/verification/hashing/hash.ts',
    'account-api/verification/hashing/imported-fits.ts',
    'account-api/verification/passwords/change.ts',
    'account-api/verification/passwords/rules.ts',
  ],
  'marks that come with pasted text: refused on the wire, in texts of translators and in lines of the log': [
    /\\u200[b-f]|\\u202[a-e]|\\ufeff/,
    'account-api/start/checks/finding.ts',
    'app/features/organisations/csv.ts',
    'app/i18n/translations/check-texts.ts',
    'contract/terms/characters.ts',
  ],
  'domains in other scripts: of links, of servers, and what is Punycode of nothing': [
    /domainTo(?:ASCII|Unicode)/,
    'account-api/organisations/mail-domains/name.ts',
  ],
  'cells of CSV': [/replaceAll\('""'/],
  'looks of letters': [/unhomoglyph|Script=(?!Han\b)/],
  'the form of a mailbox': [/mailboxPattern/, 'contract/terms/fields.ts', 'contract/terms/mailbox.ts'],
}

it.each(Object.entries(signs))('security: only rules/typed reads %s', (_what, [sign, ...others]) => {
  expect(withSign(sign)).toEqual(others)
})
