import { useTranslation } from 'react-i18next'
import type { DataOf } from '~/features/desk/act'
import { BackLink } from '~/ui/back-link'
import { SummaryList } from '~/ui/summary-list'

/** What a client may do, and why its request fails. The sentences come from the account API, in English. */
export const Explained = ({ data, path }: { data: DataOf<'explainClient'>; path: string }) => {
  const { t } = useTranslation()
  const { may, can_ask, request } = data
  return (
    <>
      <h1>{t('desk.clients.explained')}</h1>
      {request && (
        <>
          <p>
            <strong>
              {t(can_ask && request.faults.length === 0 ? 'desk.clients.in_order' : 'desk.clients.request_fails')}
            </strong>
          </p>
          {!can_ask && <p>{t('desk.clients.cannot_ask')}</p>}
          <ul lang="en">
            {request.faults.map(({ about, because, to_do }) => (
              <li key={about + because}>{`${about}: ${because}. ${to_do}.`}</li>
            ))}
            {request.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </>
      )}
      <h2>{t('desk.clients.may')}</h2>
      <ul lang="en">
        {may.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <BackLink path={path} text="clients.back_to_one" />
    </>
  )
}

/** The claims in a client's tokens for a person. */
export const ExplainedClaims = ({ data, path }: { data: DataOf<'explainClientClaims'>; path: string }) => {
  const { t } = useTranslation()
  const { username, user_id, can_sign_in, is_disabled, has_agreed, scopes, id_token, userinfo } = data
  const json = (value: object) => ({ copied: JSON.stringify(value) })
  return (
    <>
      <h1>{t('desk.clients.claims_of', { name: username })}</h1>
      {!can_sign_in && <p>{t('desk.clients.cannot_sign_in')}</p>}
      {is_disabled && <p>{t('desk.clients.is_disabled')}</p>}
      <SummaryList
        facts={{
          'desk.operators.user_id': { copied: user_id },
          [has_agreed ? 'desk.clients.agreed_to' : 'desk.clients.would_agree_to']: { copied: scopes.join(' ') },
          'desk.clients.id_token': json(id_token),
          'desk.clients.userinfo': json(userinfo),
        }}
      />
      <BackLink path={path} text="clients.back_to_one" />
    </>
  )
}
