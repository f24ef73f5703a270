import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { useRouteLoaderData } from '~/framework'
import { hashForwarder } from '~/islands/hash-forwarder'

export const handle: PageHandle = { title: 'home.title', remembered: true, hashForwarder: true }

export default function Home() {
  const { t } = useTranslation()
  const signedIn = useRouteLoaderData<{ signedIn: boolean }>('root')?.signedIn
  return (
    <>
      <h1>{t('home.title')}</h1>
      <p>{t('home.what')}</p>
      <p>{t('home.how')}</p>
      {signedIn ? (
        <p>
          <a className="button" href="/settings">
            {t('home.settings')}
          </a>
        </p>
      ) : (
        <>
          <p>
            <a className="button" href="/login">
              {t('home.sign_in')}
            </a>
          </p>
          <p>
            <a href="/login/register">{t('home.create')}</a>
          </p>
        </>
      )}
      <p>
        <a href="/account-help">{t('home.help')}</a>
      </p>
      <script>{hashForwarder}</script>
    </>
  )
}
