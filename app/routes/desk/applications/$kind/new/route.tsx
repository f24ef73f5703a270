import type { PageHandle } from '~/document/page-handle'
import { actTitle } from '~/features/desk/act'
import { runAct } from '~/features/desk/act.server'
import { ActPage } from '~/features/desk/act-page'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { kindAt } from '~/routes/desk/applications/registered/kinds'
import { requireKind } from '~/routes/desk/applications/registered/registered.server'
import { requireOperator } from '~/runtime/operator.server'

// Registers a website, or another web app.
export const handle: PageHandle = { title: (params) => actTitle(kindAt(params)?.add) }

export const loader = async (args: LoaderFunctionArgs) => {
  await requireOperator(args, requireKind(args).add.call)
  return reply(args.params)
}

export const action = async (args: ActionFunctionArgs) => runAct(args, requireKind(args).add)

export default function Register() {
  const kind = kindAt(useLoaderData<typeof loader>())
  if (!kind) return null
  const { add, path, Shown } = kind
  return (
    <ActPage
      act={add}
      {...(Shown && { shown: (data, input) => <Shown data={data} input={input} /> })}
      back={{ path, text: 'desk.registered.back' }}
    />
  )
}
