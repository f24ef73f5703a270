import type { PageHandle } from '~/document/page-handle'
import { actAction } from '~/features/desk/act.server'
import { ActPage } from '~/features/desk/act-page'
import { oneForAct } from '~/features/desk/desk-data.server'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { revokeKey } from '~/routes/desk/keys/key-acts'
import { KeyFacts } from '~/routes/desk/keys/key-facts'
import { keysIn } from '~/routes/desk/keys/keys.server'

// Ends an operator key.
export const handle: PageHandle = { title: 'act.revokeKey.title' }

export const loader = async (args: LoaderFunctionArgs) =>
  reply(
    await oneForAct(args, revokeKey, {
      all: () => keysIn(args),
      isIt: ({ key_id, is_good }) => key_id === args.params.key && is_good,
    }),
  )

export const action = actAction(revokeKey)

export default function RevokeKey() {
  const key = useLoaderData<typeof loader>()
  return (
    <ActPage
      act={revokeKey}
      values={{ name: key.name }}
      about={<KeyFacts of={key} />}
      back={{ path: '/desk/keys', text: 'desk.keys.keep_key' }}
    />
  )
}
