import type { PageHandle } from '~/document/page-handle'
import { actAction } from '~/features/desk/act.server'
import { ActPage } from '~/features/desk/act-page'
import { deskData, oneForAct } from '~/features/desk/desk-data.server'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { removeOperator } from '~/routes/desk/operators/operator-acts'
import { OperatorFacts } from '~/routes/desk/operators/operator-facts'

// Removes the role of an operator.
export const handle: PageHandle = { title: 'act.removeOperator.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  const all = async () => (await deskData(args, 'listOperators', {})).operators
  return reply(await oneForAct(args, removeOperator, { all, isIt: ({ user_id }) => user_id === args.params.user }))
}

export const action = actAction(removeOperator)

export default function RemoveOperator() {
  const found = useLoaderData<typeof loader>()
  return (
    <ActPage
      act={removeOperator}
      values={{ name: found.holder }}
      about={<OperatorFacts of={found} />}
      back={{ path: '/desk/operators', text: 'desk.operators.keep' }}
    />
  )
}
