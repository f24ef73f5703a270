import type { Channel, OutboxEntry } from '../domain/message/message'
import type { Storage, Stores } from '../domain/stores'

/**
 * A storage that also prints what is put into its outbox, for a local deployment where nothing else delivers it: the
 * terminal is where the person who tries the product out finds their code.
 */
export const announce = (
  storage: Storage,
  { except, print }: { except: readonly Channel[]; print: (line: string) => void },
): Storage => {
  const printed = (entry: OutboxEntry) => {
    if (!except.includes(entry.channel)) print(`\n  ${entry.channel} to ${entry.to}: ${entry.body}\n\n`)
  }
  const announced = <Some extends Stores>(stores: Some, said: (entry: OutboxEntry) => void): Some => ({
    ...stores,
    outbox: {
      ...stores.outbox,
      insert: async (entry) => {
        await stores.outbox.insert(entry)
        said(entry)
      },
    },
  })
  return {
    ...announced(storage, printed),
    transaction: async (work) => {
      // Printed only once it is kept.
      const entries: OutboxEntry[] = []
      const result = await storage.transaction((stores) => work(announced(stores, (entry) => entries.push(entry))))
      entries.forEach(printed)
      return result
    },
  }
}
