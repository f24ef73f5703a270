import type { PageHandle } from '~/document/page-handle'
import { actAt, titleOfAct } from '~/features/desk/act'
import { actsAction, operatorData, requireActAt } from '~/features/desk/act.server'
import { ActPage } from '~/features/desk/act-page'
import { personAtDesk } from '~/features/desk/desk-paths'
import { useMoment } from '~/features/desk/use-moment'
import { type LoaderFunctionArgs, reply, useLoaderData, useParams } from '~/framework'
import { redirectTo } from '~/navigation/redirect.server'
import { nameActs, namesPath } from '~/routes/desk/names/name-acts'
import { operator } from '~/runtime/operator.server'
import { LinkRows } from '~/ui/link-list'
import { SummaryList } from '~/ui/summary-list'

// A decision about a username that awaits review.
export const handle: PageHandle = {
  title: titleOfAct(nameActs),
  named: (data) => (data as { waiting: { username: string } }).waiting.username,
}

export const loader = async (args: LoaderFunctionArgs) => {
  await requireActAt(args, nameActs)
  const { names } = operatorData(await (await operator(args)).listNames({}))
  const waiting = names.find(({ user_id }) => user_id === args.params.user)
  if (!waiting) throw await redirectTo(args, { path: namesPath, notice: 'desk_name_decided' })
  return reply({ waiting })
}

export const action = actsAction(nameActs)

export default function NameDecision() {
  const moment = useMoment()
  const { user_id, username, current, asked_at } = useLoaderData<typeof loader>().waiting
  const one = actAt(nameActs, useParams())
  if (!one) return null
  return (
    <ActPage
      act={one}
      about={
        <SummaryList
          facts={{
            'deskNames.asked_for': username,
            'deskNames.current': current,
            'deskNames.asked_at': moment(asked_at),
          }}
        />
      }
      back={{ path: namesPath, text: 'deskNames.back' }}
      after={<LinkRows links={{ [personAtDesk(user_id)]: 'deskNames.person' }} />}
    />
  )
}
