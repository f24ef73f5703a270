import { describe, expect, it } from 'vitest'
import { readListedAddress, shownBeginning } from '#rules/typed/address'
import { readList as readUpTo } from '#rules/typed/list'

const readList = (text: string, format: 'lines' | 'csv') => readUpTo(text, format, 10_000)

const linesOf = (text: string, format: 'lines' | 'csv' = 'csv') => {
  const list = readList(text, format)
  return list.ok ? list.lines.map(({ number, address, role, note }) => [number, address, role, note]) : list
}

describe('a list of people to invite', () => {
  it.each([
    ['commas', 'a@x.com,clerk,Hello\nb@x.com'],
    ['semicolons', 'a@x.com;clerk;Hello\r\nb@x.com\r\n'],
    ['tabs, and a byte order mark', '\ufeffa@x.com\tclerk\tHello\r\rb@x.com'],
    ['a first line that names the columns', 'E-Mail , Role,Note\na@x.com,clerk,Hello\nb@x.com,,'],
    ['columns in another order', '附言;手机号;角色\nHello;a@x.com;clerk\n;b@x.com;'],
    ['quotes', '"a@x.com","clerk","Hello"\n"b@x.com"'],
  ])('happy: a CSV list is read with %s', (_how, text) => {
    const lines = linesOf(text) as [number, string, string, string][]
    expect(lines.map(([, ...cells]) => cells)).toEqual([
      ['a@x.com', 'clerk', 'Hello'],
      ['b@x.com', '', ''],
    ])
  })

  const names = (text: string) => {
    const list = readList(text, 'csv')
    return list.ok ? list.lines.map(({ address, name, role, note }) => [address, name, role, note]) : list
  }

  it.each([
    ['a first line in English', 'Name,Email,Role,Note\nBo Li,a@x.com,clerk,Hello\n,b@x.com,,'],
    ['a first line in Chinese, in another order', '角色;附言;姓名;手机号或邮箱\nclerk;Hello;Bo Li;a@x.com\n;;;b@x.com'],
    ['four columns without a first line', 'a@x.com,Bo Li,clerk,Hello\nb@x.com'],
    ['the separator in its own line', 'sep=;\nName;E-mail 1 - Value;Role;Note\nBo Li;a@x.com;clerk;Hello\n;b@x.com;;'],
  ])('happy: names are read from their own column, with %s', (_how, text) => {
    expect(names(text)).toEqual([
      ['a@x.com', 'Bo Li', 'clerk', 'Hello'],
      ['b@x.com', '', '', ''],
    ])
  })

  it('happy: our own file of members is a valid list, and its columns are recognised by name', () => {
    const text =
      '\ufeff"Name","Mobile or email","Roles","Joined (UTC)","State"\r\n"Bo Li","a@x.com","clerk","2030","Active"\r\n'
    expect(names(text)).toEqual([['a@x.com', 'Bo Li', 'clerk', '']])
  })

  it('happy: a quoted cell has separators, quotes and line breaks, and the lines after it keep their numbers', () => {
    const text = 'address,role,note\n"Li, ""Bo"" <a@x.com>",,"one\ntwo"\n\nb@x.com,cl"erk,'
    expect(linesOf(text)).toEqual([
      [2, 'Li, "Bo" <a@x.com>', '', 'one\ntwo'],
      [5, 'b@x.com', 'cl"erk', ''],
    ])
  })

  it('happy: pasted lines keep their numbers, unless a line has several addresses', () => {
    expect(linesOf('Li, Bo <a@x.com>\n\n  \nb@x.com\n', 'lines')).toEqual([
      [1, 'Li, Bo <a@x.com>', '', ''],
      [4, 'b@x.com', '', ''],
    ])
    expect(linesOf('a@x.com\n\nb@x.com; c@x.com\n', 'lines')).toEqual(
      [1, 2, 3].map((number, nth) => [number, `${'abc'[nth]}@x.com`, '', '']),
    )
  })

  it('happy: the escape that our files put before a formula is removed', () => {
    expect(linesOf('"Mobile or email","Roles"\r\n"\'+8613800000001","clerk"\r\n')).toEqual([
      [2, '+8613800000001', 'clerk', ''],
    ])
  })

  it.each([
    ['nothing', '', 'empty', 0],
    ['white space', ' \n\t\n', 'empty', 0],
    ['names of columns only', 'address,role\n', 'empty', 0],
    ['NUL', 'a@x.com\0', 'not_text', 0],
    ['other control characters', 'a@x.com\u0007', 'not_text', 0],
    ['what stands for bytes that were no text', 'B\ufffd <a@x.com>', 'not_text', 0],
    ['a quote without its end', 'a@x.com\n"b@x.com,clerk\nc@x.com', 'open_quote', 2],
    ['a quote without its end after doubled ones', `a@x.com\n"${'""'.repeat(1000)}`, 'open_quote', 2],
    ['10,001 lines', 'a@x.com\n'.repeat(10_001), 'too_many_lines', 0],
  ])('error: the list with %s is refused', (_what, text, reason, line) => {
    expect(readList(text, 'csv')).toEqual({ ok: false, reason, line })
  })

  it('happy: 10,000 lines are read, and a header line is not counted', () => {
    expect(linesOf(`address\n${'a@x.com\n'.repeat(10_000)}`)).toHaveLength(10_000)
  })

  it.each([
    ['one line', 'x'.repeat(2_000_000)],
    ['separators', ','.repeat(2_000_000)],
    ['quotes', '"'.repeat(2_000_001)],
    ['spaces', ' '.repeat(2_000_000)],
    ['line breaks', '\n'.repeat(2_000_000)],
  ])('security: 2 MB of %s end', (_what, text) => {
    expect(readList(text, 'csv')).toHaveProperty('ok')
    expect(readList(text, 'lines')).toHaveProperty('ok')
  })
})

describe('an address in a list', () => {
  it.each([
    ['Bo@Example.COM', 'email', 'bo@example.com', ''],
    ['Bo Li <bo@example.com>', 'email', 'bo@example.com', 'Bo Li'],
    ['"Li, Bo" < bo@example.com >', 'email', 'bo@example.com', 'Li, Bo'],
    ['<mailto:bo@example.com>', 'email', 'bo@example.com', ''],
    ['bo@例子.中国', 'email', 'bo@xn--fsqu00a.xn--fiqs8s', ''],
    ['138 0000 0001', 'mobile', '+8613800000001', ''],
    ['李博 <１３８０００００００１>', 'mobile', '+8613800000001', '李博'],
    ['0044 7400 123456', 'mobile', '+447400123456', ''],
    ['\u202a+86 138-0000-0001\u202c', 'mobile', '+8613800000001', ''],
  ])('happy: the text %j is read as an address', (typed, channel, address, name) => {
    expect(readListedAddress(typed, 'CN')).toEqual({ channel, address, name })
  })

  const long = 'x'.repeat(10_000)

  it.each([
    ['nothing', ['']],
    ['part of one', ['bo', 'bo@', '12', '010 12345678']],
    ['two', ['a@x.com b@x.com', 'a@x.com, b@x.com', 'Bo <bo@example.com> Li']],
    ['a formula of a table', ['=cmd|calc!A1', '=HYPERLINK("https://evil.example")']],
    ['markup', ['<script>alert(1)</script>']],
    ['10,000 characters', [`${long}@example.com`, `${long} <bo@example.com>`]],
  ])('error: an entry of %s is not an address', (_what, typed) => {
    for (const each of typed) expect(readListedAddress(each, 'CN'), each).toBeUndefined()
  })

  it.each(['李雷王 ', '1 ', '((', 'a@', '1(', '- ', '> ', 'ab: ', '☎ ', ' |'])(
    'security: 600 characters of %j end, and are not an address',
    (part) => {
      expect(readListedAddress(part.repeat(600 / part.length), 'CN')).toBeUndefined()
    },
  )

  it('error: a number without a country is invalid if no region is known', () => {
    expect(readListedAddress('13800000001', 'other')).toBeUndefined()
  })

  it('security: an invalid value keeps a short beginning that cannot reverse text around it', () => {
    expect(shownBeginning(`\u202ea\n\tb${'c'.repeat(10_000)}`)).toBe(`a b${'c'.repeat(116)}…`)
  })
})
