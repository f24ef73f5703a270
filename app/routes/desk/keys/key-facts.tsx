import { useTranslation } from 'react-i18next'
import { scopeText } from '~/features/desk/scope-choices'
import { useMoment } from '~/features/desk/use-moment'
import { type Facts, SummaryList } from '~/ui/summary-list'
import type { keysIn } from './keys.server'

export type ShownKey = Awaited<ReturnType<typeof keysIn>>[number]

/** An operator key: its holder, its scopes, and its expiry. */
export const useKeyFacts = () => {
  const { t } = useTranslation()
  const moment = useMoment()
  return (key: ShownKey): Facts => {
    const { key_id, holder, scopes, is_good, revoked_at, expires_at, created_at, last_used_at } = key
    const ended = revoked_at === null ? 'expired' : 'revoked'
    return {
      'desk.keys.holder': holder,
      'desk.scopes': scopes.map((scope) => t(scopeText(scope))).join(t('desk.between')),
      'desk.keys.state': t(`desk.keys.${is_good ? 'good_until' : ended}`, { time: moment(revoked_at ?? expires_at) }),
      'desk.keys.made': moment(created_at),
      'desk.keys.last_used': last_used_at === null ? t('desk.keys.never_used') : moment(last_used_at),
      'desk.keys.id': { copied: key_id },
    }
  }
}

export const KeyFacts = ({ of }: { of: ShownKey }) => <SummaryList facts={useKeyFacts()(of)} />
