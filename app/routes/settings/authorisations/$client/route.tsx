import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { agreedScope } from '#contract/applications/open-fields'
import { leastScope } from '#contract/applications/open-scopes'
import type { PageHandle } from '~/document/page-handle'
import { useScopeWords } from '~/features/authorisation/scope-text'
import { ErrorSummary } from '~/forms/error-summary'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { dayIn, momentIn } from '~/i18n/dates'
import { flashOf } from '~/navigation/flash/flash.server'
import { requireData, requireSignedIn } from '~/navigation/guards/guards.server'
import { redirectTo } from '~/navigation/redirect.server'
import { api } from '~/runtime/api.server'
import { FormToken } from '~/session/form-token'
import { BackLink } from '~/ui/back-link'
import { Button } from '~/ui/button'
import { FlashMessage } from '~/ui/flash-message'
import { SummaryList } from '~/ui/summary-list'

// One application that the person has authorised. Each of its scopes can be revoked, or all of them.
export const handle: PageHandle = {
  title: 'authorisations.title',
  named: (data) => (data as { authorisation: { client: { name: string } } }).authorisation.client.name,
  ownForms: true,
}

const list = '/settings/authorisations'

const Revoke = z.object({ scope: agreedScope.optional() })

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const answer = await (await api(args)).listAuthorisations({})
  const { authorisations, time_zone: timeZone } = await requireData(args, answer)
  const authorisation = authorisations.find(({ client }) => client.client_key === args.params.client)
  if (!authorisation) throw await redirectTo(args, { path: list, notice: 'authorisation_over' })
  const ending = new URL(args.request.url).searchParams.has('end')
  return reply({ authorisation, timeZone, ending, notice: flashOf(args.request) })
}

export const action = async (args: ActionFunctionArgs) => {
  const client_key = args.params.client ?? ''
  const form = await readForm(args, Revoke)
  if (!form.ok) return form.reply()
  const { scope } = form.value
  const answer = await (await api(args)).revokeAuthorisation({ client_key, ...(scope !== undefined && { scope }) })
  if (!answer.ok && answer.code === 'no_such_authorisation')
    return redirectTo(args, { path: list, notice: 'authorisation_over' })
  if (!answer.ok) return form.reply(answer)
  return scope === undefined
    ? redirectTo(args, { path: list, notice: 'authorisation_revoked' })
    : redirectTo(args, { path: `${list}/${encodeURIComponent(client_key)}`, notice: 'scope_revoked' })
}

export default function Authorisation() {
  return useLoaderData<typeof loader>().ending ? <Ending /> : <Access />
}

/** Asks before all access ends. */
const Ending = () => {
  const { t } = useTranslation()
  const { name, client_key } = useLoaderData<typeof loader>().authorisation.client
  const page = usePageForm<typeof Revoke>()
  return (
    <FormPage
      page={page}
      title="authorisations.end_title"
      values={{ name }}
      submit="authorisations.revoke"
      safe={{ path: `${list}/${encodeURIComponent(client_key)}`, text: 'authorisations.keep' }}
      lead={<p>{t('authorisations.revoke_text', { name })}</p>}
    />
  )
}

const Access = () => {
  const { t, i18n } = useTranslation()
  const { authorisation, timeZone, notice } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Revoke>()
  const words = useScopeWords()
  const { client, scopes, subject_name, granted_at, used_at } = authorisation
  const { name } = client
  return (
    <>
      <ErrorSummary {...page} />
      <h1>{t('authorisations.one', { name })}</h1>
      <FlashMessage notice={notice} />
      <SummaryList
        facts={{
          ...(client.owner !== null && { 'authorisations.owner': client.owner }),
          ...(subject_name !== null && { 'authorisations.as': subject_name }),
          'authorisations.granted': dayIn(i18n.language, timeZone, granted_at),
          'authorisations.used':
            used_at === null ? t('authorisations.never_used') : momentIn(i18n.language, timeZone, used_at),
        }}
      />
      <h2>{t('authorisations.may')}</h2>
      <ul className="rows devices">
        {scopes.map((shown) => {
          const { scope, api } = shown
          const text = words(shown)
          if (scope === leastScope)
            return (
              <li key={scope}>
                <div>
                  {text}
                  <p>{t('authorisations.least')}</p>
                </div>
              </li>
            )
          return (
            <li key={scope}>
              <div>
                {text}
                {api && <p>{t('authorise.at_api', { api: api.name })}</p>}
              </div>
              <form method="post">
                <FormToken />
                <input type="hidden" name="scope" value={scope} />
                <Button
                  text="authorisations.take_back"
                  quiet
                  small
                  label={t('authorisations.take_back_one', { text })}
                />
              </form>
            </li>
          )
        })}
      </ul>
      <p>
        <a className="button quiet" href="?end=1">
          {t('authorisations.revoke')}
        </a>
      </p>
      <BackLink path={list} text="authorisations.title" />
    </>
  )
}
