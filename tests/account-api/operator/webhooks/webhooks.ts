import { beforeEach, onTestFinished } from 'vitest'
import { newToken } from '#account-api/kernel/random'
import { handOutAll } from '#account-api/operator/webhooks/hand-out'
import { takeTurn } from '#account-api/operator/webhooks/turn'
import { webhookRule } from '#account-api/operator/webhooks/webhook'
import { operate } from '#tests/account-api/applications/services/services'
import type { World } from '#tests/account-api/worlds/world'
import { lookInto } from '#tests/fixtures/databases/look-into'
import { runningHere } from '#tests/fixtures/hooks'
import { accept, startWebhookReceiver, type WebhookReceiver } from '#tests/fixtures/network/webhook-receiver'

/** The output of a command, which must succeed. */
export const told = async (world: World, ...words: string[]): Promise<string> => {
  const said = await operate(world, 'webhooks', ...words)
  if (!said.ok) throw new Error(said.text)
  return said.text
}

const secretIn = (text: string): string => /whsec_\S+/.exec(text)?.[0] ?? ''

/** Adds a webhook by the command. It is removed when the test ends. */
export const addWebhook = async (world: World, url: string, events = '*', ...more: string[]) => {
  const text = await told(world, 'add', url, events, ...more)
  const [, id = ''] = /^The webhook (\w+) gets events/.exec(text) ?? []
  onTestFinished(async () => void (await operate(world, 'webhooks', 'remove', id)))
  return { id, secret: secretIn(text) }
}

/** Rotates the secret of a webhook. @returns the new one */
export const rotated = async (world: World, id: string): Promise<string> => secretIn(await told(world, 'rotate', id))

/** The receiver of a `describe`. At the beginning of each test it has no events, and accepts all. */
export const receiverHere = (): WebhookReceiver => {
  const receiver = runningHere(() => startWebhookReceiver())
  beforeEach(() => {
    receiver.events.length = 0
    receiver.behave(accept)
  })
  return receiver
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

/** Somebody registers, and a copy sends the event. */
export const sendOne = async (world: World, rule?: Partial<typeof webhookRule>): Promise<void> => {
  await world.registerMobile()
  await lookOnce(world, rule)
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
