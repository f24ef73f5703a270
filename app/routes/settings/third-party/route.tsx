import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { Picture } from '~/features/pictures/picture'
import { PlatformLinks } from '~/features/platforms/platform-links'
import { offeredPlatforms } from '~/features/platforms/platforms.server'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { dayIn } from '~/i18n/dates'
import { platformAccount, platformName } from '~/i18n/platforms'
import { flashOf } from '~/navigation/flash/flash.server'
import { requireSignedIn } from '~/navigation/guards/guards.server'
import { returnAddressOf } from '~/navigation/returning/return-address.server'
import { PendingChange } from '~/routes/settings/pending-change'
import { BackToSettings } from '~/ui/back-to-settings'
import { FlashMessage } from '~/ui/flash-message'
import { TimedText } from '~/ui/timed-text'
import { connections } from './connections.server'

// The third-party identities of the account.
export const handle: PageHandle = { title: 'thirdParty.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const platforms = await connections(args)
  const isConnected = (name: string) => platforms.some(({ platform }) => platform === name)
  const offered = offeredPlatforms().filter(({ platform }) => !isConnected(platform))
  const notice = flashOf(args.request)
  // A sign-in was interrupted here to show something. It continues from here.
  const goesOn = notice === 'platform_not_connected' ? ((await returnAddressOf(args)) ?? null) : null
  return reply({ platforms, offered, notice, goesOn })
}

export default function ThirdParty() {
  const { t, i18n } = useTranslation()
  const { platforms, offered, notice, goesOn } = useLoaderData<typeof loader>()
  // The change itself contains the content of the message.
  const isNew = notice === 'platform_removal_asked' && platforms.some(({ pending }) => pending !== null)
  return (
    <>
      <h1>{t('thirdParty.title')}</h1>
      <FlashMessage notice={isNew ? null : notice} />
      {goesOn !== null && (
        <p>
          <a href={goesOn}>{t('thirdParty.go_on')}</a>
        </p>
      )}
      <p>
        {t(
          platforms.length > 0 ? 'thirdParty.some' : offered.length > 0 ? 'thirdParty.none' : 'thirdParty.none_offered',
        )}
      </p>
      {platforms.length > 0 && (
        <ul className="rows devices">
          {platforms.map(({ platform, name, picture, bound_at, timeZone, pending }) => {
            const path = `/settings/third-party/${encodeURIComponent(platform)}`
            const whole = platformAccount(i18n.language, platform, name)
            const day = dayIn(i18n.language, timeZone, bound_at)
            return (
              <li key={platform}>
                <div>
                  <strong>{platformName(i18n.language, platform)}</strong>
                  <p>
                    {picture !== null && <Picture kind="avatar" picture={picture} width={48} />} {name}
                    <br />
                    <TimedText text={t('thirdParty.since', { day })} time={day} at={bound_at} />
                  </p>
                </div>
                {pending ? (
                  <PendingChange kind="platform" pending={pending} path={`${path}/keep`} isNew={isNew} />
                ) : (
                  <div>
                    <a
                      className="button quiet small"
                      href={path}
                      aria-label={t('thirdParty.disconnect_one', { name: whole })}
                    >
                      {t('thirdParty.disconnect')}
                    </a>
                  </div>
                )}
              </li>
            )
          })}
        </ul>
      )}
      <PlatformLinks title="thirdParty.connect.offer" platforms={offered} />
      <BackToSettings />
    </>
  )
}
