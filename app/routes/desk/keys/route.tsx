import type { PageHandle } from '~/document/page-handle'
import { DeskList } from '~/features/desk/desk-list'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash/flash.server'
import { useKeyFacts } from './key-facts'
import { keysIn } from './keys.server'

// The operator keys, without the keys themselves.
export const handle: PageHandle = { title: 'desk.keys.title' }

export const loader = async (args: LoaderFunctionArgs) =>
  reply({ keys: await keysIn(args), notice: flashOf(args.request) })

export default function Keys() {
  const factsOf = useKeyFacts()
  const { keys, notice } = useLoaderData<typeof loader>()
  return (
    <DeskList
      title="desk.keys.title"
      lead="desk.keys.lead"
      none="desk.keys.none"
      notice={notice}
      add={{ path: '/desk/keys/new', call: 'makeKey' }}
      rows={keys.map((key) => ({
        id: key.key_id,
        name: key.name,
        facts: factsOf(key),
        links: key.is_good ? [{ path: `/desk/keys/${key.key_id}/revoke`, call: 'revokeKey', isDanger: true }] : [],
      }))}
    />
  )
}
