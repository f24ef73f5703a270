import type { PageHandle } from '~/document/page-handle'
import { actAction } from '~/features/operator/act.server'
import { ActPage } from '~/features/operator/act-page'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { redirectTo } from '~/navigation/redirect.server'
import { requireOperator } from '~/runtime/operator.server'
import { confirmRecovery, recoveriesPath } from '../../person-acts'
import { awaitingRecoveryOf } from '../../recoveries/recoveries.server'
import { RecoveryFacts } from '../../recoveries/recovery-facts'

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
