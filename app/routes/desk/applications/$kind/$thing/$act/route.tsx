import type { PageHandle } from '~/document/page-handle'
import { actTitle } from '~/features/desk/act'
import { runAct } from '~/features/desk/act.server'
import { ActPage } from '~/features/desk/act-page'
import { oneForAct } from '~/features/desk/desk-data.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { problem } from '~/navigation/problem'
import { actOfKindAt, kindAt } from '~/routes/desk/applications/registered/kinds'
import { registeredIn, requireKind } from '~/routes/desk/applications/registered/registered.server'
import type { Args } from '~/runtime/load-context'
import { SummaryList } from '~/ui/summary-list'

// An operator's act on a website, or on another web app.
export const handle: PageHandle = { title: (params) => actTitle(actOfKindAt(params)) }

const requireAct = ({ params }: Pick<Args, 'params'>) => {
  const one = actOfKindAt(params)
  if (!one) throw problem('not_found')
  return one
}

export const loader = async (args: LoaderFunctionArgs) => {
  const { idOf } = requireKind(args)
  const { params } = args
  const thing = await oneForAct(args, requireAct(args), {
    all: () => registeredIn(args),
    isIt: (each) => idOf(each) === params.thing,
  })
  return reply({ thing, params })
}

export const action = async (args: ActionFunctionArgs) => runAct(args, requireAct(args))

export default function RegisteredAct() {
  const { thing, params } = useLoaderData<typeof loader>()
  const [kind, one] = [kindAt(params), actOfKindAt(params)]
  const factsOf = kind?.useFacts()
  if (!kind || !factsOf || !one) return null
  const { path, defaultsOf, Shown } = kind
  return (
    <ActPage
      act={one}
      values={{ name: thing.name }}
      about={<SummaryList facts={factsOf(thing)} />}
      defaults={defaultsOf(thing)}
      {...(Shown && { shown: (data, input) => <Shown data={data} input={input} /> })}
      back={{ path, text: one.isDanger ? 'desk.registered.keep' : 'desk.registered.back' }}
    />
  )
}
