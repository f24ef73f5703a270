export const codes: readonly (readonly [typed: string, code: string])[] = [
  ...[
    '831508',
    ' 831508 ',
    '831 508',
    '831-508',
    '831–508',
    '831−508',
    '831‑508',
    '8 3 1 5 0 8',
    '831508.',
    '831,508',
    '<#> 831508 abcDEF12345',
    '[Butterfly] 831508',
    '831508 (valid 5 min)',
    '831508。',
    '831508，',
    '「831508」',
    'Butterfly: 831508 is your code to sign in. Not you? Ignore this.\n@accounts.example.com #831508',
  ].map((typed) => [typed, '831508'] as const),
  ...[
    '\t831508',
    '831508\n',
    '\u061c831508',
    '\u200e831508',
    '８３１５０８',
    '831.508',
    'Butterfly: 831508',
    '【Butterfly】831508 是你的验证码',
    '831508 is your code. It works for 10 minutes.',
    '验证码：831508',
    'G-831508',
    '(831508)',
  ].map((typed) => [typed, '831508'] as const),
  ...['٨٣١٥٠٨', '۸۳۱۵۰۸', '८३१५०८', '৮৩১৫০৮', '๘๓๑๕๐๘', '၈၃၁၅၀၈', '៨៣១៥០៨', '໘໓໑໕໐໘', '௮௩௧௫௦௮'].map(
    (typed) => [typed, '831508'] as const,
  ),
]

/** Texts without a code, or with several. */
export const refusedCodes: readonly (readonly [typed: string, reason: string, character?: string])[] = [
  ['', 'missing'],
  ['12345', 'six_digits'],
  ['1234567', 'six_digits'],
  ['12345a', 'letters', 'a'],
  ['hello', 'letters', 'h'],
  ['123456 or 654321', 'letters', 'o'],
  ['1234567890', 'six_digits'],
]

/** Letters that are copied from another screen. */
export const letters: readonly (readonly [typed: string, code: string])[] = [
  'BCDF-GHJK',
  'bcdfghjk',
  ' bcdf – ghjk ',
  'ＢＣＤＦ－ＧＨＪＫ',
  'b c d f g h j k',
  '\u200eBCDF‑GHJK.',
  '“BCDF GHJK”',
].map((typed) => [typed, 'BCDFGHJK'] as const)

export const refusedLetters: readonly (readonly [typed: string, reason: string, character?: string])[] = [
  ['BCDF-GHJ', 'invalid'],
  ['BCDF-GHJK-L', 'invalid'],
  ['ABCD-EFGH', 'characters', 'A'],
  ['bcdf-ghjo', 'characters', 'O'],
  ['BCDF-GHJ0', 'characters', '0'],
  ['BCDF-GHJ٣', 'characters', '3'],
  ['ВCDF-GHJK', 'characters', 'В'],
  ['BCDF+GHJK', 'characters', '+'],
]

/** Codes of authenticator apps, and recovery codes. */
export const factorCodes: readonly (readonly [typed: string, code: string])[] = [
  ['123 456', '123456'],
  ['１２３４５６', '123456'],
  ['١٢٣٤٥٦', '123456'],
  ['123456.', '123456'],
  ['123−456', '123456'],
  ['BCDF-GHJK-MNPQ-RSTV', 'bcdfghjkmnpqrstv'],
  ['bcdf ghjk mnpq rstv', 'bcdfghjkmnpqrstv'],
  ['ｂｃｄｆ–ｇｈｊｋ–ｍｎｐｑ–ｒｓｔｖ', 'bcdfghjkmnpqrstv'],
  ['\u200ebcdf‑ghjk‑mnpq‑rstv\n', 'bcdfghjkmnpqrstv'],
]
