import { newToken } from '#account-api/kernel/random'
import { handOutAll } from '#account-api/operator/webhooks/hand-out'
import { takeTurn } from '#account-api/operator/webhooks/turn'
import { webhookRule } from '#account-api/operator/webhooks/webhook'
import { operate } from '#tests/account-api/applications/services/services'
import type { World } from '#tests/account-api/worlds/world'
import { lookInto } from '#tests/fixtures/databases/look-into'

/** The output of a command, which must succeed. */
export const told = async (world: World, ...words: string[]): Promise<string> => {
  const said = await operate(world, 'webhooks', ...words)
  if (!said.ok) throw new Error(said.text)
  return said.text
}

/** Adds a webhook by the command. */
export const addWebhook = async (world: World, url: string, events = '*', ...more: string[]) => {
  const text = await told(world, 'add', url, events, ...more)
  const [, id = ''] = /^The webhook (\w+) gets events/.exec(text) ?? []
  const [secret = ''] = /whsec_\S+/.exec(text) ?? []
  return { id, secret }
}

/** Adds a webhook, and removes it after the test. */
export const withWebhook = async <Result>(
  world: World,
  asked: Parameters<typeof addWebhook> extends [World, ...infer Asked] ? Asked : never,
  test: (webhook: { id: string; secret: string }) => Promise<Result>,
): Promise<Result> => {
  const webhook = await addWebhook(world, ...asked)
  try {
    return await test(webhook)
  } finally {
    await operate(world, 'webhooks', 'remove', webhook.id)
  }
}

/** Runs one round of a copy: distributes events, and processes each webhook that is due. */
export const lookOnce = async (world: World, rule: Partial<typeof webhookRule> = {}): Promise<void> => {
  const { service, storage, deployment } = world
  await handOutAll(service)
  const signal = new AbortController().signal
  for (const { id } of await storage.turns.due(deployment.now(), 100)) {
    const [at, holder] = [deployment.now(), newToken(128)]
    const webhook = await storage.turns.claim(id, { holder, at, until: at + webhookRule.claimMs })
    if (webhook)
      await takeTurn(service, webhook, { holder, signal, rule: { ...webhookRule, ...rule }, chance: () => 0.5 })
  }
}

interface DeliveryRow {
  id: string
  attempts: number
  next_attempt_at: number | null
  answer: string | null
}

/** A webhook’s pending deliveries, and its dead letters. */
export const deliveriesOf = (world: World, id: string) =>
  lookInto<DeliveryRow>(
    world.place,
    `select id, attempts, next_attempt_at, answer from webhook_deliveries where webhook_id = '${id}' order by id`,
  )

/** The facts that a command shows about a webhook. */
export const factsOf = async (world: World, id: string): Promise<Record<string, string>> =>
  Object.fromEntries((await told(world, 'show', id)).split('\n').map((line) => line.split('\t') as [string, string]))
