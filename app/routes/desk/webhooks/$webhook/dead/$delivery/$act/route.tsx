import type { PageHandle } from '~/document/page-handle'
import { actAt, titleOfAct } from '~/features/desk/act'
import { actsAction, requireActAt } from '~/features/desk/act.server'
import { ActPage } from '~/features/desk/act-page'
import { deskData, oneForAct } from '~/features/desk/desk-data.server'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { DeliveryFacts } from '~/routes/desk/webhooks/$webhook/dead/delivery-facts'
import { deadPath, deliveryActs } from '~/routes/desk/webhooks/webhook-acts'

// An operator's act on a dead letter.
export const handle: PageHandle = { title: titleOfAct(deliveryActs) }

export const loader = async (args: LoaderFunctionArgs) => {
  const { webhook = '', delivery } = args.params
  const one = await requireActAt(args, deliveryActs)
  const all = async () => (await deskData(args, 'listDeadDeliveries', { webhook_id: webhook })).deliveries
  const found = await oneForAct(args, one, { all, isIt: ({ delivery_id }) => delivery_id === delivery })
  return reply({ delivery: found, params: args.params })
}

export const action = actsAction(deliveryActs)

export default function DeliveryAct() {
  const { delivery, params } = useLoaderData<typeof loader>()
  const one = actAt(deliveryActs, params)
  if (!one) return null
  return (
    <ActPage
      act={one}
      about={<DeliveryFacts of={delivery} />}
      back={{ path: deadPath(params), text: one.isDanger ? 'desk.webhooks.keep_dead' : 'desk.webhooks.back_to_dead' }}
    />
  )
}
