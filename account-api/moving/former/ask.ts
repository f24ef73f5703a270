import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { postJson } from '#account-api/kernel/outside/answers'
import { signedHeaders } from '#account-api/kernel/outside/signed-post'
import { newToken } from '#account-api/kernel/random'
import { csvColumns, personOf } from '#account-api/moving/people/csv/csv-people'
import type { SourceLine } from '#account-api/moving/people/source-person'
import type { FormerSystemSettings } from '#settings/vendors/former-system'
import { askByLogin } from './ask-by-login'
import type { Asked } from './asked'

/** The web app waits five seconds for the whole call, which also compares a password before. */
const timeoutMs = 3_000

const fact = z.union([z.string(), z.number(), z.boolean()]).nullish()
const answer = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(false) }),
  z.object({ ok: z.literal(true), person: z.partialRecord(z.enum(csvColumns), fact) }),
])

/** An identifier of the typed kind that nobody has, and a password that nobody chose. */
export const nobody = ({ identifier: { kind } }: Asked): Asked => {
  const name = newToken(128)
  const values = {
    email: `${name}@nobody.invalid`,
    mobile: `+999${String(randomInt(1e9)).padStart(9, '0')}`,
    username: name.toLowerCase().replace(/[^a-z\d]/g, ''),
  }
  return { identifier: { kind, value: values[kind] }, password: newToken(128) }
}

/**
 * Asks a former system about a password: by its own sign-in, or by one signed post.
 * @returns the person of the password; undefined for nobody
 * @throws if the answer has another form
 */
export const ask = async (
  { url, secret = [], login }: FormerSystemSettings,
  asked: Asked,
  { at, left }: { at: number; left: AbortSignal | undefined },
): Promise<SourceLine | undefined> => {
  const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(left ? [left] : [])])
  if (login) return askByLogin({ url, login }, asked, signal)
  const { identifier, password } = asked
  const body = JSON.stringify({ kind: identifier.kind, identifier: identifier.value, password })
  const headers = signedHeaders({ id: newToken(128), at, body }, secret)
  const { status, text } = await postJson(url, { headers, body }, signal)
  if (status !== 200 || text === undefined) throw new Error(`it answered ${status}`)
  const said = read(text)
  if (!said.ok) return undefined
  const { person } = said
  return personOf(0, (column) => (column === 'password_hash' ? undefined : String(person[column] ?? '')))
}

/** The errors of a parser repeat its input, which must not be logged. */
const read = (text: string): z.output<typeof answer> => {
  try {
    return answer.parse(JSON.parse(text))
  } catch {
    throw new Error('its answer has another form')
  }
}
