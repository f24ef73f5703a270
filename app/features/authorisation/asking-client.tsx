import { useTranslation } from 'react-i18next'
import { Picture } from '~/features/pictures/picture'
import { useSiteName } from '~/runtime/brand'

export interface Client {
  name: string
  icon: string | null
  is_verified: boolean
  owner: string | null
  /** The host of the metadata document of an unregistered application. Null: the application is registered. */
  document_host: string | null
  /** A domain that the owner has proven. */
  owner_domain: string | null
  /** The logo of an owner that has proven a domain. */
  owner_logo: string | null
}

/** Shows the application that makes a request: its picture, its owner, and whether the operator has verified it. */
export const AskingClient = ({
  client: { name, icon, is_verified, owner, document_host: host, owner_domain: domain, owner_logo: logo },
}: {
  client: Client
}) => {
  const { t } = useTranslation()
  const site = useSiteName()
  const ownerText = domain === null ? 'authorise.of_organisation' : 'authorise.of_proven_organisation'
  return (
    <>
      {icon && <Picture kind="avatar" picture={icon} width={64} />}
      {logo && logo !== icon && <Picture kind="avatar" picture={logo} width={40} />}
      {owner !== null && <p>{t(ownerText, { name, owner, site, domain })}</p>}
      {is_verified ? (
        <p>{t('authorise.verified')}</p>
      ) : (
        <div className="problem">
          <p>{host === null ? t('authorise.unverified') : t('authorise.described', { name, host, site })}</p>
        </div>
      )}
    </>
  )
}
