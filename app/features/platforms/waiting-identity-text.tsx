import { useTranslation } from 'react-i18next'
import type { WaitingIdentity } from '~/flows/sign-in/waiting-identity'
import { platformAccount } from '~/i18n/platforms'

type Shown = Pick<WaitingIdentity, 'platform' | 'name'>

/** The part of an identity that a page may show: not its key. */
export const shownIdentity = (identity: WaitingIdentity | undefined): Shown | null =>
  identity ? { platform: identity.platform, name: identity.name } : null

/** Names the identity that the account gets with this form. */
export const WaitingIdentityText = ({ identity }: { identity: Shown | null }) => {
  const { t, i18n } = useTranslation()
  if (!identity) return null
  const { platform, name } = identity
  return <p>{t('bindLogin.waits', { identity: platformAccount(i18n.language, platform, name) })}</p>
}
