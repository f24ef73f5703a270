import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { Calls } from '#contract/calls'
import { organisationPath } from '~/features/organisations/organisation-path'
import { useDay } from '~/features/organisations/use-day'

type Batch = z.output<Calls['listInvitationBatches']['output']>['batches'][number]

interface BatchLinksProps {
  subject: { sec_subject_uid: string }
  batches: readonly Batch[]
  /** How long they are kept. */
  days: number
}

/** Links to the lists that were made before. */
export const BatchLinks = ({ subject, batches, days }: BatchLinksProps) => {
  const { t } = useTranslation()
  const day = useDay()
  if (batches.length === 0) return null
  return (
    <section>
      <h2>{t('inviteList.before')}</h2>
      <p>{t('inviteList.kept', { count: days })}</p>
      <ul className="rows">
        {batches.map(({ batch_id, lines, state, created_at, inviter_name }) => (
          <li key={batch_id}>
            <a href={organisationPath(subject, `/invitations/batches/${batch_id}`)}>
              {t('inviteList.list_of', { count: lines })}
            </a>
            <p>
              {day(created_at)}
              {' ·\u00A0'}
              <bdi>{inviter_name || t('invitations.inviter_left')}</bdi>
              {' ·\u00A0'}
              {t(`inviteList.state.${state}`)}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
