import type { PageHandle } from '~/document/page-handle'
import { actAction } from '~/features/desk/act.server'
import { ActPage } from '~/features/desk/act-page'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { redirectTo } from '~/navigation/redirect.server'
import { confirmRecovery, recoveriesPath } from '~/routes/desk/people/person-acts'
import { awaitingRecoveryOf } from '~/routes/desk/people/recoveries/recoveries.server'
import { RecoveryFacts } from '~/routes/desk/people/recoveries/recovery-facts'
import { requireOperator } from '~/runtime/operator.server'

// Agrees to a recovery that another operator has asked for.
export const handle: PageHandle = { title: 'act.confirmRecovery.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  await requireOperator(args, confirmRecovery.call)
  const recovery = await awaitingRecoveryOf(args, args.params.user ?? '')
  if (!recovery) throw await redirectTo(args, { path: recoveriesPath, notice: 'desk_recovery_waits_no_more' })
  return reply({ recovery })
}

export const action = actAction(confirmRecovery)

export default function ConfirmRecovery() {
  const { recovery } = useLoaderData<typeof loader>()
  return (
    <ActPage
      act={confirmRecovery}
      about={<RecoveryFacts of={recovery} />}
      back={{ path: recoveriesPath, text: 'deskRecoveries.back' }}
    />
  )
}
