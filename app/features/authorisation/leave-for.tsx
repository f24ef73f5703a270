import { useTranslation } from 'react-i18next'
import { AskingClient, type Client } from './asking-client'

interface LeaveForProps {
  client: Client
  /** The message key of the reason why the browser would leave. */
  why: string
  leadsTo: string
  /** The fields that are posted there. Null: a plain redirect. */
  posts: Readonly<Record<string, string>> | null
}

/** The host of an address, or the scheme of an app, such as `com.example.app:`. */
const placeOf = (url: string): string => new URL(url).host || new URL(url).protocol

/**
 * Shows where an unverified application wants to send the browser. The browser goes there only when the button is
 * pressed.
 */
export const LeaveFor = ({ client, why, leadsTo, posts }: LeaveForProps) => {
  const { t } = useTranslation()
  const place = placeOf(leadsTo)
  const goOn = t('leadsOff.go_on', { place })
  return (
    <>
      <h1>{t('leadsOff.title')}</h1>
      <p>{t(why, { name: client.name })}</p>
      <AskingClient client={client} />
      <p>
        {t('leadsOff.place')} <strong>{place}</strong>
      </p>
      {posts ? (
        <form method="post" action={leadsTo}>
          {Object.entries(posts).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <input type="submit" className="button quiet" value={goOn} />
        </form>
      ) : (
        <p>
          <a className="button quiet" href={leadsTo} rel="noreferrer">
            {goOn}
          </a>
        </p>
      )}
      <p>
        <a href="/">{t('leadsOff.stay')}</a>
      </p>
    </>
  )
}
