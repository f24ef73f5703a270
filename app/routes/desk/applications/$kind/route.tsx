import type { PageHandle } from '~/document/page-handle'
import { DeskList } from '~/features/desk/desk-list'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash/flash.server'
import { kindAt } from '~/routes/desk/applications/registered/kinds'
import { registeredIn } from '~/routes/desk/applications/registered/registered.server'

// The websites, or the other web apps, that an operator has registered.
export const handle: PageHandle = { title: (params) => `desk.applications.${kindAt(params) ? params.kind : 'title'}` }

export const loader = async (args: LoaderFunctionArgs) =>
  reply({ things: await registeredIn(args), params: args.params, notice: flashOf(args.request) })

export default function Registered() {
  const { things, params, notice } = useLoaderData<typeof loader>()
  const kind = kindAt(params)
  const factsOf = kind?.useFacts()
  if (!kind || !factsOf) return null
  const { path, idOf, none, add, acts, offered } = kind
  return (
    <DeskList
      title={`desk.applications.${params.kind}`}
      lead={`desk.applications.about_${params.kind}`}
      none={none}
      notice={notice}
      add={{ path: `${path}/new`, call: add.call }}
      back={{ path: '/desk/applications', text: 'desk.applications.back' }}
      rows={things.map((thing) => ({
        id: idOf(thing),
        name: thing.name,
        facts: factsOf(thing),
        links: (offered?.(thing) ?? Object.keys(acts)).map((name) => ({
          path: `${path}/${idOf(thing)}/${name}`,
          call: acts[name]?.call,
          isDanger: acts[name]?.isDanger === true,
        })),
      }))}
    />
  )
}
