import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { DeskList } from '~/features/desk/desk-list'
import { personAtDesk } from '~/features/desk/desk-paths'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash/flash.server'
import { awaitingRecoveries } from './recoveries.server'
import { useRecoveryFacts } from './recovery-facts'

// The recoveries that one operator has requested, and to which another one has to agree.
export const handle: PageHandle = { title: 'deskRecoveries.title' }

export const loader = async (args: LoaderFunctionArgs) =>
  reply({ ...(await awaitingRecoveries(args)), notice: flashOf(args.request) })

export default function Recoveries() {
  const { t } = useTranslation()
  const factsOf = useRecoveryFacts()
  const { recoveries, has_more, notice } = useLoaderData<typeof loader>()
  return (
    <DeskList
      title="deskRecoveries.title"
      lead="deskRecoveries.lead"
      none="deskRecoveries.none"
      notice={notice}
      after={has_more && <p>{t('deskRecoveries.more')}</p>}
      back={{ path: '/desk/people', text: 'deskPerson.back_to_search' }}
      rows={recoveries.map((recovery) => {
        const path = personAtDesk(recovery.user_id)
        return {
          id: recovery.user_id,
          facts: factsOf(recovery),
          links: [
            { path: `${path}/confirm-recovery`, call: 'confirmRecovery' },
            { path: `${path}/stop-recovery`, call: 'stopRecovery', isDanger: true },
          ],
        }
      })}
    />
  )
}
