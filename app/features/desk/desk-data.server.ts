import type { OperatorCall } from '#contract/call'
import type { Answer } from '#contract/client'
import type { OperatorCallName } from '#contract/operator/operator-calls'
import { problem } from '~/navigation/problem'
import type { Args } from '~/runtime/load-context'
import { operator, requireOperator } from '~/runtime/operator.server'
import type { AnyAct, DataOf, InputOf } from './act'
import { operatorData } from './act.server'

/** The data of a call that a page of the desk shows. Throws what the guard of the desk throws, and a problem page. */
export const deskData = async <Name extends OperatorCallName>(
  args: Args,
  call: Name,
  input: InputOf<Name>,
): Promise<DataOf<Name>> => {
  await requireOperator(args, call)
  const make = (await operator(args))[call] as (input: InputOf<Name>) => Promise<Answer<OperatorCall>>
  return operatorData(await make(input)) as DataOf<Name>
}

/** The entry of a list that the page of an act is about. Throws a problem page if it no longer exists. */
export const oneForAct = async <One>(
  args: Args,
  { call }: Pick<AnyAct, 'call'>,
  { all, isIt }: { all: () => Promise<readonly One[]>; isIt: (one: One) => boolean },
): Promise<One> => {
  await requireOperator(args, call as OperatorCallName)
  const found = (await all()).find(isIt)
  if (!found) throw problem('gone')
  return found
}
