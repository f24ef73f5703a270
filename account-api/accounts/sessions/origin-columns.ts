import type { Selectable } from 'kysely'
import type { Schema } from '#account-api/database/schema'
import type { Origin } from './origin'

type Columns = Pick<Selectable<Schema['sessions']>, 'ancestors' | 'let_in_by' | 'root_way' | 'root_proven_at'>

const [betweenIds, betweenEntrances] = [' ', ',']

export const originColumns = ({ ancestors, lastProof, letInBy }: Origin) => ({
  ancestors: ancestors.join(betweenIds),
  let_in_by: letInBy.join(betweenEntrances),
  root_way: lastProof.way,
  root_proven_at: lastProof.at,
})

export const originOf = ({ ancestors, let_in_by, root_way, root_proven_at }: Columns): Origin => ({
  ancestors: partsOf(ancestors, betweenIds),
  lastProof: { way: root_way, at: root_proven_at },
  letInBy: partsOf(let_in_by, betweenEntrances),
})

const partsOf = <Part extends string>(text: string, between: string): Part[] =>
  text === '' ? [] : (text.split(between) as Part[])
