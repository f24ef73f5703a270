import { useTranslation } from 'react-i18next'
import type { ClientShown } from '#contract/operator/clients-calls'

export const useClientState = () => {
  const { t } = useTranslation()
  return ({
    disabled_at,
    is_disabled_by_owner,
    is_verified,
  }: Pick<ClientShown, 'disabled_at' | 'is_disabled_by_owner' | 'is_verified'>): string => {
    if (disabled_at !== null)
      return t(is_disabled_by_owner ? 'desk.clients.disabled_by_owner' : 'desk.registered.disabled')
    return t(is_verified ? 'desk.clients.verified' : 'desk.clients.not_verified')
  }
}
