import type { PageHandle } from '~/document/page-handle'
import { actAction } from '~/features/desk/act.server'
import { ActPage } from '~/features/desk/act-page'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { addOperator } from '~/routes/desk/operators/operator-acts'
import { requireOperator } from '~/runtime/operator.server'

// Makes a person an operator. The page of the person leads here with their user id.
export const handle: PageHandle = { title: 'act.addOperator.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  await requireOperator(args, addOperator.call)
  return reply({ user_id: new URL(args.request.url).searchParams.get('user') ?? '' })
}

export const action = actAction(addOperator)

export default function AddOperator() {
  const { user_id } = useLoaderData<typeof loader>()
  return (
    <ActPage act={addOperator} defaults={{ user_id }} back={{ path: '/desk/operators', text: 'desk.operators.back' }} />
  )
}
