import { useTranslation } from 'react-i18next'
import { Picture } from '../pictures/picture'

export interface Client {
  name: string
  icon: string | null
  is_verified: boolean
  owner: string | null
}

/** Who asks: the picture of an application, whose it is, and whether the operator knows it. */
export const AskingClient = ({ client: { name, icon, is_verified, owner } }: { client: Client }) => {
  const { t } = useTranslation()
  return (
    <>
      {icon && <Picture kind="avatar" picture={icon} width={64} />}
      {owner !== null && <p>{t('authorise.of_organisation', { name, owner })}</p>}
      <p>{t(is_verified ? 'authorise.verified' : 'authorise.unverified')}</p>
    </>
  )
}
