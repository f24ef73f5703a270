import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { platformAccount } from '~/i18n/platforms'
import type { SecondVerification } from './step-up'

/**
 * Links to the providers that can prove a person who has no other way. They are links, because a form may not leave the
 * site.
 */
export const ProvingLinks = ({ platforms }: Pick<SecondVerification, 'platforms'>) => {
  const { t, i18n } = useTranslation()
  return (
    <>
      <p>{t('stepUp.second.why_platform')}</p>
      {platforms.map(({ platform, name }, index) => (
        <Fragment key={platform}>
          {' '}
          <a
            className={index > 0 ? 'button quiet' : 'button'}
            href={`/passport/web/auth/${encodeURIComponent(platform)}?prove=1`}
            rel="nofollow"
          >
            {t('stepUp.second.use_platform', { identity: platformAccount(i18n.language, platform, name) })}
          </a>
        </Fragment>
      ))}
    </>
  )
}
