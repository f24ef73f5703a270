import { useTranslation } from 'react-i18next'
import { useBrand } from '~/runtime/brand'

/** A link to the operator's support, in a new tab. Renders nothing without support. */
export const SupportLink = () => {
  const { t } = useTranslation()
  const { support } = useBrand() ?? {}
  if (support === undefined) return null
  return (
    <ul className="rows">
      <li>
        <a href={support} target="_blank" rel="noopener">
          {t('layout.support')}
        </a>
      </li>
    </ul>
  )
}
