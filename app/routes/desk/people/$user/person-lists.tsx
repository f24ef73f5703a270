import { useTranslation } from 'react-i18next'
import type { UserShown } from '#contract/operator/people/user-shown'
import { activityKinds, signInWays } from '#contract/terms/activity'
import { clientText } from '~/features/activity/client-text'
import { detailText } from '~/features/activity/detail-text'
import { organisationAtDesk } from '~/features/desk/desk-paths'
import { purposeText } from '~/features/desk/purpose-text'
import { useMoment } from '~/features/desk/use-moment'
import { platformName } from '~/i18n/platforms'
import { recoveriesPath } from '~/routes/desk/people/person-acts'
import { PersonList } from './person-list'

/** Changes that take effect later. */
export const PersonPending = ({
  pending,
  awaitsOperator,
}: Pick<UserShown, 'pending'> & { awaitsOperator: boolean }) => {
  const { t, i18n } = useTranslation()
  const moment = useMoment()
  const own = ['mobile', 'email', 'authenticator', 'passkey', 'recovery_email', 'recovery_link']
  return (
    <PersonList
      title="deskPerson.pending"
      empty="deskPerson.no_pending"
      entries={pending.map(({ method, takes_effect_at, becomes }) => {
        const isAwaiting = awaitsOperator && method === 'recovery_link'
        return {
          key: method,
          name: own.includes(method) ? t(`deskPerson.method.${method}`) : platformName(i18n.language, method),
          ...(isAwaiting && { path: recoveriesPath }),
          more: [
            t(isAwaiting ? 'deskRecoveries.until' : 'deskPerson.takes_effect', { time: moment(takes_effect_at) }),
            becomes === null ? '' : t('deskPerson.becomes', { text: becomes }),
          ],
        }
      })}
    />
  )
}

export const PersonSessions = ({ sessions }: Pick<UserShown, 'sessions'>) => {
  const { t } = useTranslation()
  const moment = useMoment()
  return (
    <PersonList
      title="deskPerson.sessions"
      empty="deskPerson.no_sessions"
      entries={sessions.map(({ browser, system, network, way, created_at, last_seen_at }) => ({
        key: created_at + network,
        name: clientText(t, { browser, system }),
        more: [
          t('deskPerson.network', { network }),
          t('deskPerson.signed_in', {
            time: moment(created_at),
            way: signInWays.some((each) => each === way) ? t(`activity.way.${way}`) : way,
          }),
          t('deskPerson.seen_at', { time: moment(last_seen_at) }),
        ],
      }))}
    />
  )
}

export const PersonActivity = ({ activity }: Pick<UserShown, 'activity'>) => {
  const { t, i18n } = useTranslation()
  const moment = useMoment()
  return (
    <PersonList
      title="deskPerson.activity"
      empty="deskPerson.no_activity"
      entries={activity.map(({ at, kind: name, detail }) => {
        const kind = activityKinds.find((each) => each === name)
        const about = { detail, language: i18n.language, timeText: moment }
        return {
          key: at + name + detail,
          name: kind ? t(`activity.kind.${kind}`) : name,
          more: [kind ? detailText(t, { kind, ...about }) : detail, moment(at)],
        }
      })}
    />
  )
}

/** Messages that wait, and those that were given up. */
export const PersonMessages = ({ messages }: Pick<UserShown, 'messages'>) => {
  const { t } = useTranslation()
  const moment = useMoment()
  return (
    <PersonList
      title="deskPerson.messages"
      empty="deskPerson.no_messages"
      entries={messages.map(({ id, channel, purpose, written_at, attempts, next_attempt_at, given_up_at, answer }) => ({
        key: id,
        name: t('deskPerson.message', {
          channel: t(`desk.overview.channel.${channel}`),
          purpose: purposeText(t, purpose),
        }),
        more: [
          t('deskPerson.message_id', { id }),
          t('deskPerson.written_at', { time: moment(written_at), count: attempts }),
          given_up_at === null
            ? t('deskPerson.next_attempt', { time: moment(next_attempt_at) })
            : t('deskPerson.given_up', { time: moment(given_up_at) }),
          answer === null ? '' : t('deskPerson.answer', { answer }),
        ],
      }))}
    />
  )
}

/** `opensThem`: the operator may open their pages. */
export const PersonOrganisations = ({
  organisations,
  opensThem,
}: Pick<UserShown, 'organisations'> & { opensThem: boolean }) => {
  const { t } = useTranslation()
  return (
    <PersonList
      title="deskPerson.organisations"
      empty="deskPerson.no_organisations"
      entries={organisations.map(({ sec_subject_uid, name, is_manager, roles, is_frozen }) => ({
        key: sec_subject_uid,
        name,
        ...(opensThem && { path: organisationAtDesk(sec_subject_uid) }),
        more: [
          is_manager ? t('deskPerson.manager') : roles.join(t('client.comma')) || t('deskPerson.member'),
          is_frozen ? t('deskPerson.frozen_there') : '',
        ],
      }))}
    />
  )
}
