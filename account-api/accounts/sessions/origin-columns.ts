import type { Selectable } from 'kysely'
import type { Schema } from '../../database/schema'
import { mayHaveLetIn, type Origin } from './origin'

type Columns = Pick<Selectable<Schema['sessions']>, 'ancestors' | 'let_in_by' | 'root_way' | 'root_proven_at'>

const [betweenIds, betweenEntrances] = [' ', ',']

export const originColumns = ({ ancestors, lastProof, letInBy }: Origin) => ({
  ancestors: ancestors.join(betweenIds),
  let_in_by: letInBy.join(betweenEntrances),
  root_way: lastProof.way,
  root_proven_at: lastProof.at,
})

/** The origin in a row. `begun`: how and when that began of which the row knows no more. */
export const originOf = (
  { ancestors, let_in_by, root_way, root_proven_at }: Columns,
  begun: Origin['lastProof'],
): Origin => ({
  ancestors: partsOf(ancestors, betweenIds),
  lastProof: root_way === null || root_proven_at === null ? begun : { way: root_way, at: root_proven_at },
  letInBy: let_in_by === null ? mayHaveLetIn(begun.way) : (partsOf(let_in_by, betweenEntrances) as Origin['letInBy']),
})

const partsOf = <Part extends string>(text: string, between: string): Part[] =>
  text === '' ? [] : (text.split(between) as Part[])
