/** A pasted text, and the names and addresses in it. */
export const lists: Record<
  string,
  readonly [pasted: string, ...people: readonly (readonly [name: string, address: string])[]]
> = {
  'Outlook, with semicolons': ['Ana Ruiz <a@x.com>; Bo Li <b@x.com>', ['Ana Ruiz', 'a@x.com'], ['Bo Li', 'b@x.com']],
  'Outlook, with family names first': [
    'Ruiz, Ana <a@x.com>; Li, Bo <b@x.com>',
    ['Ruiz, Ana', 'a@x.com'],
    ['Li, Bo', 'b@x.com'],
  ],
  'Outlook, with quotes': [
    '"Ruiz, Ana" <a@x.com>; \'Bo Li\' <b@x.com>',
    ['Ruiz, Ana', 'a@x.com'],
    ['Bo Li', 'b@x.com'],
  ],
  'Gmail, with commas': [
    'Ana Ruiz <a@x.com>, b@x.com, <c@x.com>',
    ['Ana Ruiz', 'a@x.com'],
    ['', 'b@x.com'],
    ['', 'c@x.com'],
  ],
  'Gmail, with a comma at the end': ['a@x.com, b@x.com,', ['', 'a@x.com'], ['', 'b@x.com']],
  'full-width commas': [
    'a@x.com，b@x.com；c@x.com、d@x.com',
    ['', 'a@x.com'],
    ['', 'b@x.com'],
    ['', 'c@x.com'],
    ['', 'd@x.com'],
  ],
  spaces: ['a@x.com b@x.com  c@x.com', ['', 'a@x.com'], ['', 'b@x.com'], ['', 'c@x.com']],
  'a column of a sheet': ['a@x.com\nb@x.com\n\nc@x.com', ['', 'a@x.com'], ['', 'b@x.com'], ['', 'c@x.com']],
  'two columns of a sheet, the name first': [
    'Ana Ruiz\ta@x.com\nBo Li\tb@x.com',
    ['Ana Ruiz', 'a@x.com'],
    ['Bo Li', 'b@x.com'],
  ],
  'two columns of a sheet, the name last': ['a@x.com\tAna Ruiz', ['Ana Ruiz', 'a@x.com']],
  'a row of a sheet': ['a@x.com\tb@x.com', ['', 'a@x.com'], ['', 'b@x.com']],
  'numbers of a sheet': [
    "'+8613800138001\n13800138002.0\n１３８００１３８００３",
    ['', '+8613800138001'],
    ['', '+8613800138002'],
    ['', '+8613800138003'],
  ],
  'numbers in a line': [
    '13800138001, 13800138002；+86 138 0013 8003',
    ['', '+8613800138001'],
    ['', '+8613800138002'],
    ['', '+8613800138003'],
  ],
  'numbers with spaces between them': ['13800138001 13800138002', ['', '+8613800138001'], ['', '+8613800138002']],
  'numbers with spaces in them': ['138 0013 8001\n138 0013 8002', ['', '+8613800138001'], ['', '+8613800138002']],
  'Chinese names': ['李博 <13800138001>；王芳 <b@x.com>', ['李博', '+8613800138001'], ['王芳', 'b@x.com']],
  'digits of another keyboard': ['١٣٨٠٠١٣٨٠٠١', ['', '+8613800138001']],
  'quoted addresses': ['"a@x.com"; "b@x.com"', ['', 'a@x.com'], ['', 'b@x.com']],
  'links of a page': ['mailto:a@x.com, tel:+8613800138001', ['', 'a@x.com'], ['', '+8613800138001']],
  'marks of direction': ['\u202aa@x.com\u202c; \ufeffb@x.com', ['', 'a@x.com'], ['', 'b@x.com']],
  'a full stop at the end': ['a@x.com, b@x.com.', ['', 'a@x.com'], ['', 'b@x.com']],
  'names with an apostrophe': [
    "Sinéad O'Connor <a@x.com>; Gerard 't Hooft <b@x.com>",
    ["Sinéad O'Connor", 'a@x.com'],
    ["Gerard 't Hooft", 'b@x.com'],
  ],
  'emails in other brackets': ['Ruiz, Ana (a@x.com), Bo Li [b@x.com]', ['Ruiz, Ana', 'a@x.com'], ['Bo Li', 'b@x.com']],
  'headers of a mail': [
    'To: Ana Ruiz <a@x.com>, "Li, Bo" <b@x.com>\nCc: <c@x.com>\nReply-To: =?UTF-8?B?5p2O5Y2a?= <d@x.com>',
    ['Ana Ruiz', 'a@x.com'],
    ['Li, Bo', 'b@x.com'],
    ['', 'c@x.com'],
    ['', 'd@x.com'],
  ],
  'links of chats': [
    '[a@x.com](mailto:a@x.com), <mailto:b@x.com|b@x.com>; c@x.com<mailto:c@x.com>',
    ['', 'a@x.com'],
    ['', 'b@x.com'],
    ['', 'c@x.com'],
  ],
  'fields of an address book': [
    'EMAIL;TYPE=INTERNET,HOME:a@x.com\nTEL;TYPE=CELL,VOICE:+86 138 0013 8001',
    ['', 'a@x.com'],
    ['', '+8613800138001'],
  ],
  'a chat, with names before brackets': [
    'Ann Lee (ann@example.com); Bo Li (bo@example.com)',
    ['Ann Lee', 'ann@example.com'],
    ['Bo Li', 'bo@example.com'],
  ],
  'a numbered list': ['1. ann@example.com\n2. bo@example.com', ['', 'ann@example.com'], ['', 'bo@example.com']],
  'a list with signs before its lines': [
    '• ann@example.com\n- bo@example.com\n* cy@example.com',
    ['', 'ann@example.com'],
    ['', 'bo@example.com'],
    ['', 'cy@example.com'],
  ],
  'a sentence': ['ann@example.com and bo@example.com', ['', 'ann@example.com'], ['', 'bo@example.com']],
  'a name before a dash': ['Ann Lee - ann@example.com', ['Ann Lee', 'ann@example.com']],
  'a name before a vertical line': ['Ann Lee | ann@example.com', ['Ann Lee', 'ann@example.com']],
  'a slash between addresses': ['ann@example.com / bo@example.com', ['', 'ann@example.com'], ['', 'bo@example.com']],
  'a mail with a line for copies': ['Cc: Ann Lee <a@x.com>; Bo <b@x.com>;', ['Ann Lee', 'a@x.com'], ['Bo', 'b@x.com']],
  'a table with a further column': [
    'Ann Lee\ta@x.com\tSales\nBo Li\tb@x.com\tIT',
    ['Ann Lee', 'a@x.com'],
    ['Bo Li', 'b@x.com'],
  ],
  'an answer that quotes lines': ['> a@x.com\n> b@x.com', ['', 'a@x.com'], ['', 'b@x.com']],
  'a numbered list in Chinese': [
    '1、王芳 a@x.com\n2、李博 <b@x.com>\n3、赵敏 13800138001',
    ['王芳', 'a@x.com'],
    ['李博', 'b@x.com'],
    ['赵敏', '+8613800138001'],
  ],
  'boxes to tick': ['- [ ] a@x.com\n- [x] b@x.com', ['', 'a@x.com'], ['', 'b@x.com']],
  'brackets within brackets': ['Ana <<a@x.com>>; <<b@x.com>>', ['Ana', 'a@x.com'], ['', 'b@x.com']],
  'names with joiners': ['علی‌رضا <a@x.com>', ['علی‌رضا', 'a@x.com']],
}

/** Pasted texts with parts that are not an address: these come back to be corrected. */
export const unreadable: readonly (readonly [pasted: string, ...parts: readonly string[]])[] = [
  ['a@x.com; bo', 'bo'],
  ['bo@; a@x.com', 'bo@'],
  ['user:pass@x.com, a@x.com', 'user:pass@x.com'],
  ['Bo <bo@example.com> Li', 'Bo <bo@example.com> Li'],
  ['12', '12'],
  // A first name may be a part of the address.
  ['Ann Lee ann@example.com', 'Ann Lee ann@example.com'],
  ['=HYPERLINK("https://evil.example")', '=HYPERLINK("https://evil.example")'],
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
]
