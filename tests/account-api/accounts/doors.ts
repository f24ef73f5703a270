import { expect } from 'vitest'
import { workOnBatches } from '#account-api/organisations/invitation-batches/work'
import type { OperatorScope } from '#contract/operator/operator-power'
import type { NameCase } from '#rules/typed/cases/names'
import { importCsv } from '#tests/account-api/moving/people-files'
import { atDesk } from '#tests/account-api/operator/desk/desk'
import { operatorsOf } from '#tests/account-api/operator/keys/operators'
import type { Organisation } from '#tests/account-api/organisations/members/members'
import { dataOf, type World } from '#tests/account-api/worlds/world'
import { lookInto } from '#tests/fixtures/databases/look-into'

/** The typed text and the stored result. Undefined: the text is refused. */
export type Case = readonly [typed: string, stored: string | undefined]

const refused = (names: Record<string, readonly string[]>): Case[] =>
  Object.values(names).flatMap((each) => each.map((typed): Case => [typed, undefined]))

/**
 * A table of names, as cases: `typed` of a person, `sent` by a call, and `given` by an operator. The contract refuses
 * marks that change the direction of surrounding text, because pages remove them. Few reasons apply to an operator.
 */
export const namesOf = (
  names: Record<string, readonly NameCase[]>,
  refusedNames: Record<string, readonly string[]>,
): Record<'typed' | 'sent' | 'given', Case[]> => {
  const good = Object.values(names)
    .flat()
    .map((each): Case => (typeof each === 'string' ? [each, each.normalize('NFC')] : each))
  const typed = [...good, ...refused(refusedNames)]
  const { name_quotes = [], name_characters = [], name_scripts = [] } = refusedNames
  return {
    typed,
    sent: typed.filter(([text]) => !/[\u202a-\u202e\u2066-\u2069\0]/.test(text)),
    given: [...good, ...refused({ name_quotes, name_characters, name_scripts })],
  }
}

/** A cell of CSV. */
export const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`

/** An endpoint: what it stores for each text. */
export type Door = (typed: readonly string[]) => Promise<(string | undefined)[]>

export const expectAt = async (cases: readonly Case[], door: Door) => {
  const stored = await door(cases.map(([typed]) => typed))
  const wrong = cases.flatMap(([typed, wanted], nth) =>
    stored[nth] === wanted ? [] : [{ typed, wanted, is: stored[nth] }],
  )
  expect(wrong).toEqual([])
}

/** The same for an endpoint that takes one text at a time. */
export const expectEach = (cases: readonly Case[], door: (typed: string) => Promise<string | undefined>) =>
  expectAt(cases, async (all) => {
    const stored: (string | undefined)[] = []
    for (const typed of all) stored.push(await door(typed))
    return stored
  })

/** An operator’s client at the desk. */
export const deskClient = async (world: World, scope: OperatorScope) =>
  operatorsOf(world).by((await atDesk(world, scope)).token)

/** The lines of a pasted or uploaded list, as in its report. */
export const reported = async (
  world: World,
  { sec_subject_uid, manager }: Organisation,
  list: string,
  format: 'csv' | 'lines',
  region = 'CN',
) => {
  const made = await manager.client.createInvitationBatch({ sec_subject_uid, list, format, region })
  await workOnBatches(world.service)
  const report = { sec_subject_uid, batch_id: dataOf(made).batch_id, page: 1, page_size: 1000 }
  return dataOf(await manager.client.invitationBatch(report)).lines
}

/** Imports a column of people. Returns what the database stores of each. */
export const imported = async (
  world: World,
  column: 'name' | 'email' | 'username' | 'mobile',
  typed: readonly string[],
) => {
  const known = typed.map((_, nth) => `${column}${nth}@door.example`)
  const rows = typed.map((text, nth) => {
    const of = { username: '', email: known[nth] ?? '', mobile: '', name: '', [column]: cell(text) }
    const mobile = column === 'email' ? `+8613${String(800_010_000 + nth)}` : of.mobile
    return `${column} ${nth},${of.username},${of.email},true,${mobile},true,${of.name}`
  })
  const head = 'id,username,email,email_verified,mobile,mobile_verified,name'
  await importCsv(world, [head, ...rows])
  const found = await lookInto<{ known: string; stored: string | null }>(
    world.place,
    column === 'name'
      ? 'select value as known, name as stored from identifiers join accounts on accounts.id = account_id'
      : `select one.value as known, other.value as stored from identifiers as one
         join identifiers as other on other.account_id = one.account_id and other.kind = '${column}'`,
  )
  const stored = new Map(found.map(({ known, stored }) => [known, stored ?? undefined]))
  return column === 'email'
    ? typed.map((_, nth) => stored.get(`+8613${String(800_010_000 + nth)}`))
    : known.map((email) => stored.get(email))
}
