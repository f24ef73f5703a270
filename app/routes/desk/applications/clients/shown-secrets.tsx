import { useTranslation } from 'react-i18next'
import type { DataOf } from '~/features/desk/act'
import { useMoment } from '~/features/desk/use-moment'
import { ShownOnce } from '~/ui/shown-once'
import { clientsPath } from './client-acts'

interface Shown<Data> {
  data: Data
  input: Readonly<Record<string, unknown>>
}

const pathOf = ({ client_key }: Readonly<Record<string, unknown>>) => `${clientsPath}/${client_key}`

/** A newly registered client, with its secret. */
export const AddedClient = ({ data: { secret }, input }: Shown<DataOf<'addClient'>>) => {
  const { t } = useTranslation()
  if (secret !== null) return <ShownSecret title="desk.clients.added" input={input} secret={secret} />
  return (
    <>
      <h1>{t('desk.clients.added')}</h1>
      <p>{t('desk.clients.no_secret')}</p>
      <p>
        <a className="button" href={pathOf(input)}>
          {t('desk.clients.open')}
        </a>
      </p>
    </>
  )
}

/** The new secret of a client, and how long the previous one works. */
export const RotatedSecret = ({ data, input }: Shown<DataOf<'rotateSecretOfClient'>>) => {
  const { t } = useTranslation()
  const until = useMoment()(data.previous_until)
  return (
    <ShownSecret
      title="desk.clients.rotated"
      input={input}
      secret={data.secret}
      more={t('clients.rotated_until', { day: until })}
    />
  )
}

interface ShownSecretProps {
  title: string
  input: Readonly<Record<string, unknown>>
  secret: string
  more?: string
}

const ShownSecret = ({ title, input, secret, more }: ShownSecretProps) => (
  <ShownOnce
    title={title}
    once="clients.shown_once"
    facts={{ 'clients.client_id': { copied: String(input.client_key) }, 'clients.secret': { copied: secret } }}
    keep="clients.keep_secret"
    kept="clients.kept_secret"
    path={pathOf(input)}
  >
    {more !== undefined && <p>{more}</p>}
  </ShownOnce>
)
