import { describe, expect, it } from 'vitest'
import { BadFile } from '#account-api/moving/bad-file'
import { csvPeople, csvRecords } from '#account-api/moving/people/csv/csv-people'
import { jsonElements } from '#account-api/moving/people/keycloak/json-elements'
import { keycloakPeople } from '#account-api/moving/people/keycloak/keycloak-people'
import { HashRefused, readForeignHash } from '#account-api/verification/hashing/imported-hash'
import { fileOf } from './people-files'

const all = async <Each>(from: AsyncIterable<Each>): Promise<Each[]> => {
  const found: Each[] = []
  for await (const each of from) found.push(each)
  return found
}

/** A text in chunks of this many characters. */
const inParts = async function* (text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}

const sizes = [1, 2, 3, 7, 1000]

describe('a CSV file', () => {
  const text = 'id,name\r\n1,"Lee, Ann"\n\n2,"said ""hi""\r\nand left"\n3, plain \n4,'

  it.each(sizes)('happy: a CSV read in chunks of %i keeps quotes, line breaks and line numbers', async (size) => {
    expect(await all(csvRecords(inParts(text, size)))).toMatchObject([
      { line: 1, cells: ['id', 'name'] },
      { line: 2, cells: ['1', 'Lee, Ann'] },
      { line: 4, cells: ['2', 'said "hi"\r\nand left'] },
      { line: 6, cells: ['3', 'plain'] },
      { line: 7, cells: ['4', ''] },
    ])
  })

  it('error: an unclosed quote is reported with its line', async () => {
    await expect(all(csvRecords(inParts('id\n1\n"2', 2)))).rejects.toThrow('line 3')
  })

  it('error: only the record with stray quotes, or with too few or too many cells, is refused', async () => {
    const lines = ['id,email,state', '1,a"b,', '2,x', '3,,gone', '4,,active', '5,"a" b,']
    expect(await all(csvPeople(fileOf('people.csv', lines.join('\n'))))).toMatchObject([
      { line: 2, refused: 'its quotes are not closed properly' },
      { line: 3, refused: 'it has 2 cells, and the first line names 3 columns' },
      { line: 4, refused: 'state has to be active or frozen' },
      { line: 5, origin: '4', isSuspended: false },
      { line: 6, refused: 'its quotes are not closed properly' },
    ])
  })

  it.each([
    ['an unknown column', 'id,e-mail\n', 'e-mail'],
    ['a column twice', 'id,email,email\n', 'twice'],
    ['no id', 'email\n', 'no column “id”'],
    ['nothing', '', 'is empty'],
    ['another encoding', Buffer.from([0x69, 0x64, 0x0a, 0xff, 0xfe]), 'is not UTF-8'],
  ])('error: a CSV file with %s is refused as a whole', async (_what, content, why) => {
    await expect(all(csvPeople(fileOf('people.csv', content)))).rejects.toThrow(why)
  })

  it('error: a missing file is reported by its name', async () => {
    await expect(all(csvPeople('/nowhere/people.csv'))).rejects.toThrow(BadFile)
  })

  it('security: an endless record uses no more memory than one person’s record', async () => {
    const endless = (async function* () {
      for (;;) yield 'x'.repeat(2 ** 16)
    })()
    await expect(all(csvRecords(endless))).rejects.toThrow('too long')
  })
})

describe('a Keycloak realm', () => {
  const users = [
    { id: 'a"\\', note: '}]{["users":[' },
    { id: '中文', attributes: { deep: [['{']] } },
  ]
  const realm = { id: 'users', roles: { users: [{ id: 'no user' }] }, users, clients: [{ users: [{}] }], end: '\\' }

  it.each(sizes)('happy: a realm read in chunks of %i characters yields its users, and nothing else', async (size) => {
    const text = JSON.stringify(realm, null, 1)
    const found = await all(jsonElements(inParts(text, size), 'users'))
    expect(found.map((each) => JSON.parse(each.text))).toEqual(users)
    const lineOf = (part: string) => text.slice(0, text.indexOf(part)).split('\n').length
    expect(found.map(({ line }) => line + 1)).toEqual([lineOf('"id": "a'), lineOf('"id": "中')])
  })

  it.each([
    ['several realms', '[{"users":[]}]', 'one object'],
    ['half a realm', '{"users":[{"id":"1"}', 'ends before'],
    ['no object', '"users"', 'ends before'],
  ])('error: a realm file with %s is refused', async (_what, content, why) => {
    await expect(all(keycloakPeople(fileOf('realm.json', content)))).rejects.toThrow(why)
  })
})

describe('a hash of another system', () => {
  const [salt, digest] = [
    Buffer.alloc(16, 1).toString('base64').slice(0, 22),
    Buffer.alloc(32, 2).toString('base64').slice(0, 43),
  ]
  const bcrypt = (cost: string, prefix = '2b') => `$${prefix}$${cost}$${'a'.repeat(22)}${'b'.repeat(31)}`

  it.each([
    ['a cost of bcrypt of 31', bcrypt('31')],
    ['a cost of bcrypt of 14', bcrypt('14')],
    ['bcrypt with the fault of 2x', bcrypt('10', '2x')],
    ['4 GiB of scrypt', `$scrypt$ln=22,r=8,p=1$${salt}$${digest}`],
    ['256 MiB of scrypt', `$scrypt$ln=18,r=8,p=1$${salt}$${digest}`],
    ['much work of scrypt by its lanes', `$scrypt$ln=17,r=8,p=16$${salt}$${digest}`],
    ['a block of scrypt that is huge', `$scrypt$ln=10,r=1048576,p=1$${salt}$${digest}`],
    ['4 GiB of argon2', `$argon2id$v=19$m=4194304,t=1,p=1$${salt}$${digest}`],
    ['much work of argon2', `$argon2id$v=19$m=131072,t=16,p=1$${salt}$${digest}`],
    ['argon2 of an unknown version', `$argon2id$v=20$m=1024,t=1,p=1$${salt}$${digest}`],
    ['argon2 that names a pepper', `$argon2id$v=19$m=1024,t=1,p=1,keyid=5$${salt}$${digest}`],
    ['a billion iterations', `$pbkdf2-sha256$i=1000000000$${salt}$${digest}`],
    ['a long digest of many iterations', `$pbkdf2-sha1$i=2000000$${salt}$${'A'.repeat(86)}`],
    ['one iteration', `$pbkdf2-sha256$i=1$${salt}$${digest}`],
    ['a number of iterations that overflows', `$pbkdf2-sha256$i=99999999999999999999$${salt}$${digest}`],
    ['a digest of one byte', `$pbkdf2-sha256$i=1000$${salt}$AA`],
    ['a digest of a kilobyte', `$pbkdf2-sha256$i=1000$${salt}$${'A'.repeat(1368)}`],
    ['a digest that is no base64', `$pbkdf2-sha256$i=1000$${salt}$${digest.slice(1)}!`],
    ['MD5', '$1$saltsalt$qjXMvbEw8oaL.CzflDtaK/'],
    ['the mark of a stored one', `imported:${bcrypt('10')}`],
    ['nothing', ''],
    ['a password', 'five boats under the moon'],
  ])('security: the hash %s is refused', (_what, text) => expect(() => readForeignHash(text)).toThrow(HashRefused))

  it('happy: hashes with the same work factors are one kind, however they are written', () => {
    const kinds = ['$pbkdf2-sha256$i=29000', '$pbkdf2-sha256$29000', '$pbkdf2-sha256$i=29000,l=32'].map(
      (start) => readForeignHash(`${start}$${salt}==$${digest.replaceAll('+', '.')}`).kind,
    )
    expect(new Set(kinds)).toEqual(new Set(['$pbkdf2-sha256$i=29000,l=32']))
    const ofBcrypt = ['$2a$', '$2b$', '$2y$'].map((start) => readForeignHash(bcrypt('10').replace('$2b$', start)).kind)
    expect(new Set(ofBcrypt)).toEqual(new Set(['$2b$10']))
  })
})
