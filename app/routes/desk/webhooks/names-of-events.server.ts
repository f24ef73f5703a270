import { eventNames } from '#contract/operator/messages/event-names'

/** The second parts of the names of events, each list once, with the beginnings that it goes with. */
export const namesOfEvents = (): { beginnings: string[]; names: readonly string[] }[] => {
  const lists = new Map<readonly string[], string[]>()
  for (const [group, names] of Object.entries(eventNames)) lists.set(names, [...(lists.get(names) ?? []), `${group}.`])
  return [...lists].map(([names, beginnings]) => ({ beginnings, names }))
}
