import { chownSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { databaseState } from '#account-api/start/checks/database-state'
import { openStorage } from '#account-api/start/storage'
import { application } from '#tests/account-api/worlds/world'
import { query } from '#tests/fixtures/databases/client'
import { startPostgres } from '#tests/fixtures/databases/postgres'
import { runningHere } from '#tests/fixtures/hooks'
import { selfSigned } from '#tests/fixtures/network/self-signed'
import { ownFolder } from '#tests/fixtures/programs/own-folder'
import { runProgram } from '#tests/fixtures/programs/program'
import { custody } from './backed-up'

/** A server that takes one user by TLS and a password alone. Its certificate is its own authority, which nobody knows. */
const startWithTls = () =>
  startPostgres({
    settings: (folder, user) => {
      const write = (name: string, text: string) => {
        const path = join(folder, name)
        writeFileSync(path, text, { mode: 0o600 })
        if (user) chownSync(path, user.uid, user.gid)
        return path
      }
      const rules = ['host all butterfly 127.0.0.1/32 trust', 'hostssl all secure 127.0.0.1/32 scram-sha-256', '']
      return {
        ssl: 'on',
        ssl_cert_file: write('server.crt', selfSigned.cert),
        ssl_key_file: write('server.key', selfSigned.key),
        hba_file: write('pg_hba.conf', rules.join('\n')),
      }
    },
  })

describe('a backup of PostgreSQL that takes connections by TLS alone', () => {
  const folder = ownFolder('postgres-tls')
  const authority = folder.at('authority.pem')
  const server = runningHere(startWithTls)
  let place: string
  beforeAll(async () => {
    writeFileSync(authority, selfSigned.cert)
    await query(server.url, "create role secure login password '50%off/#?' superuser")
    await query(server.url, 'create database secured owner secure')
    place = `${new URL(server.url).host}/secured`
    const storage = openStorage({ databaseUrl: `postgres://butterfly@${place}`, dataDir: folder.path })
    await storage.migrate()
    await storage.close()
  })

  const backUp = (databaseUrl: string, name: string) =>
    custody(['backup', folder.at(name)], {
      ...{ DATABASE_URL: databaseUrl, DATA_DIR: folder.path, ACCOUNT_API_KEY: application.key },
    })

  it.each([
    ['no-verify', 'sslmode=no-verify'],
    ['as-libpq', 'uselibpqcompat=true&sslmode=require'],
    ['authority', () => `uselibpqcompat=true&sslmode=verify-ca&sslrootcert=${authority}`],
    ['full', () => `sslmode=verify-full&sslrootcert=${authority}`],
    ['required', () => `sslmode=require&sslrootcert=${authority}&channel_binding=require&application_name=butterfly`],
  ])('happy: the program and the backup both connect with %s', async (name, query) => {
    const url = `postgres://secure:50%off%2F%23%3F@${place}?${typeof query === 'string' ? query : query()}`
    expect(await databaseState({ DATABASE_URL: url, DATA_DIR: '' })).toMatchObject({ pending: [] })
    const { text, code } = await backUp(url, name)
    expect(code, text).toBe(0)
  })

  it('happy: an authority that Node.js trusts needs no sslrootcert, for either of them', async () => {
    const env = {
      ...{ PATH: process.env.PATH, DATA_DIR: folder.path, ACCOUNT_API_KEY: application.key },
      DATABASE_URL: `postgres://secure:50%off%2F%23%3F@${place}?sslmode=verify-full`,
      NODE_EXTRA_CA_CERTS: authority,
    }
    const words = ['build/admin.js', 'backup', folder.at('public')]
    const { ended, said } = await runProgram(process.execPath, words, { env })
    expect(ended, said).toBe(0)
  })

  it.each([
    ['full', 'sslmode=verify-full', /certificate is not trusted/],
    ['required', 'sslmode=require', /certificate is not trusted/],
    ['off', 'sslmode=disable', /accepts this user by TLS alone/],
  ])(
    'security: a server with an untrusted certificate, or a connection without TLS, is refused with %s',
    async (...row) => {
      const [name, query, because] = row
      const { text, code } = await backUp(`postgres://secure:50%off%2F%23%3F@${place}?${query}`, `refused-${name}`)
      expect(code).toBe(1)
      expect(text).toMatch(/^DATABASE_URL has to name a database that can be opened/)
      expect(text).toMatch(because)
      expect(text).not.toContain('50%')
    },
  )
})
