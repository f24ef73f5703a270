import type { PageHandle } from '~/document/page-handle'
import { deskData } from '~/features/desk/desk-data.server'
import { DeskList } from '~/features/desk/desk-list'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash/flash.server'
import { useOperatorFacts } from './operator-facts'

// The people who may enter the desk.
export const handle: PageHandle = { title: 'desk.operators.title' }

export const loader = async (args: LoaderFunctionArgs) =>
  reply({ ...(await deskData(args, 'listOperators', {})), notice: flashOf(args.request) })

export default function Operators() {
  const factsOf = useOperatorFacts()
  const { operators, notice } = useLoaderData<typeof loader>()
  return (
    <DeskList
      title="desk.operators.title"
      lead="desk.operators.lead"
      none="desk.operators.none"
      notice={notice}
      add={{ path: '/desk/operators/new', call: 'addOperator' }}
      rows={operators.map((each) => ({
        id: each.user_id,
        name: each.holder,
        path: `/desk/people/${each.user_id}`,
        facts: factsOf(each),
        links: [{ path: `/desk/operators/${each.user_id}/remove`, call: 'removeOperator', isDanger: true }],
      }))}
    />
  )
}
