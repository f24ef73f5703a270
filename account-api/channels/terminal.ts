import type { Channel, OutboxEntry } from '#account-api/kernel/outbox/message'
import type { StorageOf, Stores } from '#account-api/kernel/service'

type Printed = Pick<Stores, 'outbox'>

/**
 * Wraps a storage so that messages of its outbox are also printed. A local deployment delivers nothing else, so people
 * read their codes in the terminal.
 */
export const announce = <Own extends Printed, InTransaction extends Printed>(
  storage: StorageOf<Own, InTransaction>,
  { except, print }: { except: readonly Channel[]; print: (line: string) => void },
): StorageOf<Own, InTransaction> => {
  const printed = (entry: OutboxEntry) => {
    if (!except.includes(entry.channel)) print(`\n  ${entry.channel} to ${entry.to}: ${entry.body}\n\n`)
  }
  const announced = <Some extends Printed>(stores: Some, said: (entry: OutboxEntry) => void): Some => ({
    ...stores,
    outbox: {
      ...stores.outbox,
      insert: async (entry) => {
        await stores.outbox.insert(entry)
        said(entry)
      },
      insertBulk: async (entries) => {
        await stores.outbox.insertBulk(entries)
        entries.forEach(said)
      },
    },
  })
  return {
    ...announced(storage, printed),
    transaction: async (work) => {
      // Printed only after the commit. A transaction that is run again starts with an empty list.
      let entries: OutboxEntry[] = []
      const result = await storage.transaction((stores) => {
        entries = []
        return work(announced(stores, (entry) => entries.push(entry)))
      })
      entries.forEach(printed)
      return result
    },
  }
}
