import { useTranslation } from 'react-i18next'
import type { UserShown } from '#contract/operator/people/user-shown'
import { useMoment } from '~/features/desk/use-moment'
import { platformName } from '~/i18n/platforms'
import { SummaryList } from '~/ui/summary-list'
import { PersonList } from './person-list'

/** How a person can sign in, besides the addresses. */
export const PersonWays = ({ person }: { person: UserShown }) => {
  const { t, i18n } = useTranslation()
  const moment = useMoment()
  const { password, authenticator, passkeys, platforms } = person
  const passwordText = () => {
    if (password === null) return t('deskPerson.no_password')
    const set =
      password.set_at === null
        ? t('deskPerson.password_first')
        : t('deskPerson.set_at', { time: moment(password.set_at) })
    return password.is_breached ? t('deskPerson.password_breached', { text: set }) : set
  }
  const authenticatorText = () => {
    if (authenticator === null) return t('deskPerson.no_authenticator')
    const { since, is_asked, recovery_codes } = authenticator
    return t(is_asked ? 'deskPerson.authenticator_asked' : 'deskPerson.authenticator_not_asked', {
      time: moment(since),
      count: recovery_codes,
    })
  }
  return (
    <>
      <h2>{t('deskPerson.ways')}</h2>
      <SummaryList facts={{ 'deskPerson.password': passwordText(), 'deskPerson.authenticator': authenticatorText() }} />
      <PersonList
        level={3}
        title="deskPerson.passkeys"
        empty="deskPerson.no_passkeys"
        entries={passkeys.map(({ name, made_at, used_at }) => ({
          key: name + made_at,
          name,
          more: [
            t('deskPerson.made_at', { time: moment(made_at) }),
            used_at === null ? t('deskPerson.never_used') : t('deskPerson.used_at', { time: moment(used_at) }),
          ],
        }))}
      />
      <PersonList
        level={3}
        title="deskPerson.platforms"
        empty="deskPerson.no_platforms"
        entries={platforms.map(({ platform, name, bound_at }) => ({
          key: platform,
          name: platformName(i18n.language, platform),
          more: [name, t('deskPerson.connected_at', { time: moment(bound_at) })],
        }))}
      />
    </>
  )
}
