import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { lostMobileByPassword } from '~/flows/accounts/lost-mobile.server'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { momentIn } from '~/i18n/dates'
import { Steps } from '~/ui/steps'
import { TimedText } from '~/ui/timed-text'

// Removing a lost mobile with the password, the end: when it will be removed, and what to do until then.
export const handle: PageHandle = { title: 'lost.asked.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  const { takesEffectAt, timeZone } = await lostMobileByPassword.require(args, 'asked')
  return reply({ takesEffectAt, timeZone })
}

export default function AskedForLostMobile() {
  const { t, i18n } = useTranslation()
  const { takesEffectAt, timeZone } = useLoaderData<typeof loader>()
  const time = momentIn(i18n.language, timeZone, takesEffectAt)
  return (
    <>
      <h1>{t('lost.asked.title')}</h1>
      <p>
        <TimedText text={t('lost.asked.text', { time })} time={time} at={takesEffectAt} />
      </p>
      <h2>{t('lost.asked.meanwhile')}</h2>
      <Steps
        steps={[
          { text: 'lost.asked.sign_in', path: '/login' },
          { text: 'lost.asked.sessions', path: '/settings/sessions' },
          { text: 'lost.asked.later', path: '/settings/mobile' },
        ]}
      />
    </>
  )
}
