import { useTranslation } from 'react-i18next'
import { platformName } from '~/i18n/platforms'
import { useLinkWithNext } from '~/navigation/returning/use-link-with-next'
import type { OfferedPlatform } from './platforms.server'

interface PlatformLinksProps {
  /** The message key of the title, which other rows of the page may not have. */
  title: string
  platforms: readonly OfferedPlatform[]
}

/**
 * Links to the providers of this deployment. They are links and not forms, because a form may not lead off the site.
 */
export const PlatformLinks = ({ title, platforms }: PlatformLinksProps) => {
  const { t, i18n } = useTranslation()
  const withNext = useLinkWithNext()
  if (platforms.length === 0) return null
  return (
    <nav className="ways" aria-label={t(title)}>
      <h2>{t(title)}</h2>
      <ul className="rows">
        {platforms.map(({ platform, name }) => (
          <li key={platform}>
            <a href={withNext(`/passport/web/auth/${platform}`)} rel="nofollow">
              {name ?? platformName(i18n.language, platform)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
