import { pbkdf2Sync, randomUUID, scryptSync } from 'node:crypto'
import { hash as argon2 } from '@node-rs/argon2'
import { hash as bcrypt } from '@node-rs/bcrypt'
import { csvPeople } from '#account-api/moving/people/csv/csv-people'
import { importPeople } from '#account-api/moving/people/import-people'
import { keycloakPeople } from '#account-api/moving/people/keycloak/keycloak-people'
import type { SourceLine } from '#account-api/moving/people/source-person'
import type { World } from '#tests/account-api/worlds/world'
import { folderForTest } from '#tests/fixtures/programs/own-folder'

export const theirPassword = 'five boats under the moon'

const plain = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')
const salt = Buffer.from('a salt of theirs')

/** A password’s hash as another system writes it, by the name of its kind. */
export const theirHashes = async (password = theirPassword): Promise<Record<string, string>> => {
  const phc = (kind: string, digest: Buffer) => `${kind}$${plain(salt)}$${plain(digest)}`
  const derived = (name: string, length: number) => pbkdf2Sync(password, salt, 1000, length, name)
  // The algorithm is a number: 0 is d, 1 is i, 2 is id.
  const cheap = { memoryCost: 64, timeCost: 1, parallelism: 1 }
  const two = await bcrypt(password, 4)
  return {
    bcrypt: two,
    'bcrypt 2a': two.replace('$2b$', '$2a$'),
    'bcrypt 2y': two.replace('$2b$', '$2y$'),
    scrypt: phc('$scrypt$ln=10,r=8,p=1', scryptSync(password, salt, 32, { N: 1024, r: 8, p: 1 })),
    'pbkdf2 sha1': phc('$pbkdf2$i=1000', derived('sha1', 20)),
    'pbkdf2 sha256': phc('$pbkdf2-sha256$i=1000,l=32', derived('sha256', 32)),
    'pbkdf2 sha512': phc('$pbkdf2-sha512$1000', derived('sha512', 64)),
    argon2i: await argon2(password, { ...cheap, algorithm: 1 }),
    argon2d: await argon2(password, { ...cheap, algorithm: 0 }),
    argon2id: await argon2(password, { ...cheap, algorithm: 2 }),
  }
}

/** A Keycloak user’s password and authenticator app. */
export const keycloakPassword = (password = theirPassword) => ({
  type: 'password',
  secretData: JSON.stringify({
    value: pbkdf2Sync(password, salt, 1000, 64, 'sha512').toString('base64'),
    salt: salt.toString('base64'),
    additionalParameters: {},
  }),
  credentialData: JSON.stringify({ hashIterations: 1000, algorithm: 'pbkdf2-sha512', additionalParameters: {} }),
})

export const keycloakAuthenticator = (secret: string, data: object = {}) => ({
  type: 'otp',
  createdDate: 1_700_000_000_000,
  secretData: JSON.stringify({ value: secret }),
  credentialData: JSON.stringify({
    ...{ subType: 'totp', digits: 6, counter: 0, period: 30, algorithm: 'HmacSHA1' },
    ...data,
  }),
})

/** A user of an export, with a verified email. */
export const keycloakUser = (user: object = {}) => {
  const id = randomUUID()
  return { id, username: `u${id.slice(0, 8)}`, email: `${id}@example.com`, emailVerified: true, enabled: true, ...user }
}

/** Writes a file that is removed with the test. */
export const fileOf = (name: string, content: string | Buffer): string => folderForTest('people').file(name, content)

/** The account that has an identifier. */
export const accountOf = async (world: World, kind: 'email' | 'mobile' | 'username', value: string) => {
  const holder = await world.storage.accounts.holderOf(kind, value)
  return holder && world.storage.accounts.profile(holder.id)
}

interface Options {
  isDryRun?: boolean
  reason?: string
  source?: string
  atOnce?: number
}

/** Imports people into a world, and returns the counts and the printed lines. */
export const importInto = async (
  { deployment, storage }: Pick<World, 'deployment' | 'storage'>,
  people: AsyncIterable<SourceLine>,
  { isDryRun = false, reason, source = 'test', atOnce }: Options = {},
) => {
  const said: string[] = []
  const { reasons: _, ...counts } = await importPeople(
    { deployment, storage },
    { people, source, suspendedReason: reason, isDryRun, print: (line) => said.push(line), ...(atOnce && { atOnce }) },
  )
  return { ...counts, said }
}

export const importCsv = (world: World, lines: string[], options?: Options) =>
  importInto(world, csvPeople(fileOf('people.csv', lines.join('\r\n'))), options)

/** Imports a file with a record of each person. The addresses are verified unless a cell says otherwise. */
export const importRecords = (world: World, people: Record<string, string>[], options?: Options) => {
  const verified = { email_verified: 'true', mobile_verified: 'true' }
  const columns = [...new Set(people.flatMap((cells) => Object.keys({ ...cells, ...verified })))]
  const lineOf = (cells: Record<string, string>) =>
    columns.map((column) => `"${({ ...verified, ...cells }[column] ?? '').replaceAll('"', '""')}"`).join(',')
  return importCsv(world, [`\ufeff${columns.join(',')}`, ...people.map(lineOf)], options)
}

export const importKeycloak = (world: World, users: object[], options?: Options) =>
  importInto(world, keycloakPeople(fileOf('realm.json', JSON.stringify({ realm: 'x', users }, null, 2))), options)
