import type { Person } from '#bench/seed/person'

/** The browsers that people have. */
export const agents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
]

/** This many people have every possible row, even rare ones. */
const complete = 16

/** On average `share` rows: the whole part for everybody, the rest by chance. */
export const some = <Row>({ nth, random }: Person, share: number, row: (which: number) => Row): Row[] => {
  const rows: Row[] = []
  const isMore = random.chance(share % 1) || (nth < complete && share > 0)
  const length = Math.floor(share) + (isMore ? 1 : 0)
  for (let which = 0; which < length; which += 1) rows.push(row(which))
  return rows
}

/** Pending changes of an account, such as a cancellation. Most accounts have none. */
export const waiting = <Row>(person: Person, share: number, row: (which: number) => Row): Row[] =>
  some(person, person.isWhole && person.nth > 0 ? 0 : share, row)

/** An address of the account for messages. */
export const addressOf = ({ mobile, email }: Person) =>
  mobile !== null
    ? { channel: 'sms' as const, kind: 'mobile' as const, value: mobile }
    : { channel: 'email' as const, kind: 'email' as const, value: email ?? '' }

/** A time in the past, at most this long ago. */
export const pastMs = ({ seed, random }: Person, mostMs: number): number =>
  seed.now - Math.floor(mostMs * random.next())
