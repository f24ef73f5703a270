import { findCommand } from '#account-api/command-line/commands'
import { newToken } from '#account-api/kernel/random'
import { type Client, createOperatorClient } from '#contract/client'
import { application, dataOf, type World } from '#tests/account-api/worlds/world'

/** Runs a command of the operator at the account API of a world. */
export const operate = async (world: World, ...words: string[]) => operateWith(world, words)

/** The same, with the file that the last word names, or by an operator key. */
export const operateWith = async (world: World, words: readonly string[], file?: Uint8Array, key?: string) => {
  const command = findCommand(words, file)
  if (!command) throw new Error(`no command: ${words.join(' ')}`)
  const by = key === undefined ? { application } : {}
  return command(createOperatorClient({ baseUrl: await world.listen(), ...by }, { key }))
}

/** A key of lower-case letters and digits that no other test has. */
export const freshKey = (): string =>
  newToken(128)
    .toLowerCase()
    .replaceAll(/[^a-z\d]/g, '0')

/** Registers a service that no other test has. */
export const registerService = async (
  world: World,
  { url, attributes }: { url?: string; attributes?: string } = {},
) => {
  const id = freshKey()
  const service = { id, url: url ?? `https://${id}.example/app/?page=1` }
  const said = await operate(world, 'service', 'add', id, service.url, `Service ${id}`)
  if (!said.ok) throw new Error(said.text)
  if (attributes) await operate(world, 'service', 'attributes', id, attributes)
  return service
}

/** Gets a ticket for a service. */
export const ticketFor = async (client: Client, service: string, renew: 0 | 1 = 0): Promise<string> => {
  const { url } = dataOf(await client.issueServiceTicket({ service, renew }))
  return new URL(url).searchParams.get('ticket') ?? ''
}
