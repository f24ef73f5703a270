import { createHash } from 'node:crypto'
import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runOnFiles } from '#account-api/command-line/commands'
import { openBreachedList } from '#account-api/verification/breached-passwords/breached-list'
import { makeBreachedList } from '#account-api/verification/breached-passwords/make-list'
import { version } from '#rules/version'
import { temporaryFolder } from '#tests/fixtures/programs/folder'

const folder = temporaryFolder('breached')
afterAll(folder.remove)
let files = 0

/** A published text file: sorted hashes, each with a count. */
const published = (seen: Record<string, number>): string => {
  const lines = Object.entries(seen).map(
    ([password, times]) => `${createHash('sha1').update(password).digest('hex').toUpperCase()}:${times}`,
  )
  return fileOf(`${lines.sort().join('\r\n')}\r\n`)
}

const fileOf = (text: string): string => {
  files += 1
  const path = join(folder.path, `${files}.txt`)
  writeFileSync(path, text)
  return path
}

const many = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`leaked ${n}`, 1 + (n % 10)]))
const hash = 'a'.repeat(40)

describe('the list of breached passwords', () => {
  const opened = async (
    from: string,
    { atLeast = 1, manyLines }: { atLeast?: number; manyLines?: number | undefined } = {},
  ) => {
    const to = `${from}.list`
    await makeBreachedList({ from, to, atLeast, ...(manyLines && { manyLines }) })
    return openBreachedList(to)
  }

  it.each([
    ['two bytes', undefined],
    ['three bytes', 100],
  ])('happy: with prefixes of %s, the list contains each of its passwords, and no others', async (_, manyLines) => {
    const list = await opened(published(many), { manyLines })
    expect(list.entries).toBe(300)
    expect(Object.keys(many).filter((password) => !list.has(password))).toEqual([])
    expect(Object.keys(many).filter((password) => list.has(`${password}!`))).toEqual([])
    list.close()
  })

  it('happy: passwords seen less often than the minimum are left out', async () => {
    const list = await opened(published(many), { atLeast: 10 })
    expect(list.entries).toBe(30)
    expect([list.has('leaked 9'), list.has('leaked 8')]).toEqual([true, false])
    list.close()
  })

  it('happy: an empty list contains no password', async () => {
    const list = await opened(fileOf(''))
    expect(list.has('')).toBe(false)
    list.close()
  })

  it('happy: a password matches as typed and as stored', async () => {
    const list = await opened(published({ ｐassword1: 1, Passwort2: 1 }))
    expect([list.has('ｐassword1'), list.has('Ｐasswort2'), list.has('password1')]).toEqual([true, true, false])
    list.close()
  })

  it.each([
    ['is no hash', `${hash}:1\nhunter2\n`, 'line 2 is not a SHA-1 hash'],
    ['is a hash of another kind', `${hash.slice(8)}:1\n`, 'line 1 is not a SHA-1 hash'],
    ['is out of order', `${hash}:1\n${hash.replace('aa', 'a9')}:1\n`, 'line 2 is out of order'],
  ])('error: a line that %s is reported, and no file is left', async (_line, text, message) => {
    const from = fileOf(text)
    await expect(opened(from)).rejects.toThrow(message)
    expect([existsSync(`${from}.list`), existsSync(`${from}.list.part`)]).toEqual([false, false])
  })

  it('error: a truncated list is not opened', async () => {
    const from = published(many)
    ;(await opened(from)).close()
    truncateSync(`${from}.list`, readFileSync(`${from}.list`).length - 1)
    expect(() => openBreachedList(`${from}.list`)).toThrow('is incomplete')
  })
})

describe('the command that makes a list of breached passwords', () => {
  const run = (...words: string[]) => runOnFiles(['breached-passwords', 'make', ...words])

  it('happy: the command prints how many passwords the file has', async () => {
    const from = published(many)
    const said = await run(from, `${from}.list`, '10')
    expect(said).toEqual({ ok: true, text: expect.stringContaining('has 30 passwords from 300 lines') })
  })

  it.each([
    ['a file that is not there', ['/nowhere', '/tmp/list'], '/nowhere could not be read'],
    ['a folder that is not there', [fileOf(''), '/nowhere/list'], '/nowhere/list could not be written'],
    ['a number that is none', [fileOf(''), '/nowhere/list', 'often'], 'whole number'],
  ])('error: the command reports %s', async (_, words, message) => {
    expect(await run(...words)).toEqual({ ok: false, text: expect.stringContaining(message) })
  })

  it('happy: the command shows its version without a deployment', async () => {
    for (const words of [['version'], ['--version']])
      expect(await runOnFiles(words)).toEqual({ ok: true, text: version })
  })

  it('error: unknown arguments are refused', () => expect(run('one')).toBeUndefined())

  it.each([
    ['no file', '/nowhere', 'could not be read'],
    ['a text', fileOf(`${hash}:1\n`), 'is not a list of breached passwords'],
    ['a folder', folder.path, 'is not a list of breached passwords'],
  ])('error: the file %s is not opened as a list', (_, path, message) =>
    expect(() => openBreachedList(path)).toThrow(message),
  )
})
