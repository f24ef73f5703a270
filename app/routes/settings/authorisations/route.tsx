import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { useScopeWords } from '~/features/authorisation/scope-text'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { dayIn } from '~/i18n/dates'
import { flashOf } from '~/navigation/flash/flash.server'
import { requireData, requireSignedIn } from '~/navigation/guards/guards.server'
import { api } from '~/runtime/api.server'
import { BackToSettings } from '~/ui/back-to-settings'
import { FlashMessage } from '~/ui/flash-message'
import { TimedText } from '~/ui/timed-text'

// The applications that the person has authorised.
export const handle: PageHandle = { title: 'authorisations.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const answer = await (await api(args)).listAuthorisations({})
  const { authorisations, time_zone: timeZone } = await requireData(args, answer)
  return reply({ authorisations, timeZone, notice: flashOf(args.request) })
}

export default function Authorisations() {
  const { t, i18n } = useTranslation()
  const words = useScopeWords()
  const { authorisations, timeZone, notice } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>{t('authorisations.title')}</h1>
      <FlashMessage notice={notice} />
      <p>{t(authorisations.length > 0 ? 'authorisations.some' : 'authorisations.none')}</p>
      {authorisations.length > 0 && (
        <ul className="rows devices">
          {authorisations.map(({ client: { client_key, name, document_host }, scopes, granted_at }) => {
            const day = dayIn(i18n.language, timeZone, granted_at)
            return (
              <li key={client_key}>
                <div>
                  <strong>{document_host === null ? name : `${name} (${document_host})`}</strong>
                  <p>
                    {scopes.map((shown) => (
                      <Fragment key={shown.scope}>
                        {`· ${words(shown)}`}
                        <br />
                      </Fragment>
                    ))}
                    <TimedText text={t('authorisations.since', { day })} time={day} at={granted_at} />
                  </p>
                </div>
                <div>
                  <a
                    className="button quiet small"
                    href={`/settings/authorisations/${encodeURIComponent(client_key)}`}
                    aria-label={t('authorisations.change_one', { name })}
                  >
                    {t('authorisations.change')}
                  </a>
                </div>
              </li>
            )
          })}
        </ul>
      )}
      <BackToSettings />
    </>
  )
}
