import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { takesPathsForPages } from '~/document/small.server'
import {
  askedWithTicket,
  leaveWithAnswer,
  readRequest,
  signInAgain,
} from '~/features/authorisation/asked-request.server'
import { AskingClient } from '~/features/authorisation/asking-client'
import { dropAuthTicket } from '~/features/authorisation/auth-ticket.server'
import { ChangedClient } from '~/features/authorisation/changed-client'
import { chooserOf, leadToChooser } from '~/features/authorisation/choose-account.server'
import { needsSignIn } from '~/features/authorisation/needs-sign-in'
import { requestPath } from '~/features/authorisation/request-path'
import { ScopeText } from '~/features/authorisation/scope-text'
import { Unanswerable } from '~/features/authorisation/unanswerable'
import { isForAllApplications } from '~/features/authorisation/way.server'
import { type OfferedPlatform, offeredPlatforms } from '~/features/platforms/platforms.server'
import { RadioField } from '~/forms/fields/radio-field'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { shownNameOf } from '~/i18n/person-name'
import { flashOf } from '~/navigation/flash/flash.server'
import { redirectTo } from '~/navigation/redirect.server'
import { replyOver } from '~/navigation/reply-over'
import { allowLeavingTo } from '~/navigation/returning/leave.server'
import { nextTo } from '~/navigation/returning/return-address.server'
import { api } from '~/runtime/api.server'
import { FormToken } from '~/session/form-token'
import { type ListedAccount, listAccounts } from '~/session/remembered-accounts.server'
import { Button } from '~/ui/button'
import { SignInFirst } from './sign-in-first'

// A request of an application for authorisation: the application, the scopes, and the two answers, equally easy to
// give.
export const handle: PageHandle = { title: 'authorise.title' }

/** The value for the person themselves, if they could also act for an organisation. */
const asOneself = 'oneself'

const Decide = z.object({
  deny: z.string().optional(),
  not_me: z.string().optional(),
  scopes: z.array(z.string().max(105)).default([]),
  sec_subject_uid: z.string().max(64).default(asOneself),
})

const nothing = {
  unanswerable: null,
  info: null,
  isByTicket: false,
  path: '',
  goesOn: null,
  chooser: null as string | null,
  next: null,
  notice: null,
  hasPagesBelow: true,
  isForAll: false,
  accounts: [] as ListedAccount[],
  platforms: [] as readonly OfferedPlatform[],
}

export const loader = async (args: LoaderFunctionArgs) => {
  const path = requestPath(args.params.request ?? '')
  const found = await readRequest(args)
  if (!found.ok)
    return replyOver(args, `authorise.${found.reason}.title`, { ...nothing, unanswerable: found.reason }, found.status)
  const { info, isByTicket } = found
  if (!isByTicket) await leadToChooser(args, path, info)
  const mayGoOn = info.already_granted && info.needs.length === 0 && !new URL(args.request.url).searchParams.has('ask')
  const goesOn = mayGoOn ? `${path}/on` : null
  if (goesOn) args.context.goesOnAt = goesOn
  else if (info.returns_to) allowLeavingTo(args, info.returns_to)
  const shown = {
    info,
    isByTicket,
    path,
    chooser: info.chooses_account ? chooserOf(path) : null,
    notice: flashOf(args.request),
  }
  if (!needsSignIn(info)) return reply({ ...nothing, ...shown, goesOn })
  const accounts = info.person ? [] : await listAccounts(args)
  return reply({
    ...nothing,
    ...shown,
    next: (await nextTo(args, path)) ?? null,
    // There the cookie of the request is sent to its page only.
    hasPagesBelow: !takesPathsForPages(args.request),
    isForAll: isForAllApplications(info),
    accounts,
    platforms: offeredPlatforms(),
  })
}

export const action = async (args: ActionFunctionArgs) => {
  const found = await readRequest(args)
  const page = requestPath(args.params.request ?? '')
  // The page says why.
  if (!found.ok) return redirectTo(args, page)
  if (found.info.returns_to) allowLeavingTo(args, found.info.returns_to)
  const form = await readForm(args, Decide)
  if (!form.ok) return form.reply()
  const { deny, not_me, scopes, sec_subject_uid: subject } = form.value
  if (not_me !== undefined) return redirectTo(args, page, { cookies: [dropAuthTicket(args)] })
  const agreed = found.info.scopes.filter(({ scope, is_required }) => is_required || scopes.includes(scope))
  const answer = await (await api(args)).openWebAuth({
    ...(await askedWithTicket(args)),
    ...(deny === undefined ? { scopes: agreed.map(({ scope }) => scope).join(' ') } : { scopes: '', deny: 1 }),
    ...(deny === undefined && subject !== asOneself && { sec_subject_uid: subject }),
  })
  if (answer.ok) return leaveWithAnswer(args, answer.data.redirect_url)
  return answer.code === 'ticket_refused' ? signInAgain(args) : form.reply(answer)
}

export default function Authorise() {
  const { t } = useTranslation()
  const data = useLoaderData<typeof loader>()
  const { unanswerable, info, goesOn } = data
  if (unanswerable || !info) return <Unanswerable reason={unanswerable ?? 'over'} />
  const { name } = info.client
  if (goesOn)
    return (
      <>
        <h1>{t('authorise.going_on', { name })}</h1>
        <p>{t('authorise.granted_before', { name, username: info.person ? shownNameOf(info.person) : '' })}</p>
        <p>
          <a className="button" href={goesOn}>
            {t('authorise.go_on', { name })}
          </a>
        </p>
      </>
    )
  return info.person && !needsSignIn(info) ? (
    <Consent info={info} person={info.person} />
  ) : (
    <SignInFirst {...data} info={info} />
  )
}

type Info = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['info']>

/** The identity that the person would answer as, and how to answer as another. */
const AsWhom = ({ username }: { username: string }) => {
  const { t } = useTranslation()
  const { isByTicket, chooser } = useLoaderData<typeof loader>()
  if (isByTicket)
    return (
      <form method="post">
        <FormToken />
        <p>{username === '' ? t('authorise.as_just_proven') : t('authorise.as_proven', { username })}</p>
        <Button name="not_me" text="authorise.not_you" quiet />
      </form>
    )
  return (
    <p>
      {t('authorise.as', { username })}
      <br />
      <a href={chooser ?? '/passport/web/logout'}>{t('authorise.not_you')}</a>
    </p>
  )
}

/** For a signed-in person: the values that the application would learn, to agree to or not. */
const Consent = ({ info, person }: { info: Info; person: NonNullable<Info['person']> }) => {
  const { t } = useTranslation()
  const { client, scopes, subjects, needs } = info
  const { notice } = useLoaderData<typeof loader>()
  const { name } = client
  const lacksFactor = needs.includes('new_factor')
  const offered = scopes.map(({ scope }) => scope)
  const page = usePageForm<typeof Decide>({ scopes: offered, sec_subject_uid: asOneself })
  const ticked = page.fields.scopes.values
  const who = { value: asOneself, text: t('authorise.yourself', { username: shownNameOf(person) }) }
  return (
    <FormPage
      page={page}
      title="authorise.asks"
      values={{ name }}
      notice={notice}
      lead={
        <>
          <AskingClient client={client} />
          <ChangedClient info={info} />
          <AsWhom username={shownNameOf(person)} />
          {needs.includes('factor') && <p>{t('authorise.factor', { name })}</p>}
          {lacksFactor && (
            <p>
              {t('authorise.new_factor', { name })} <a href="/settings/authenticator">{t('authenticator.set_up')}</a>
            </p>
          )}
          {needs.includes('proof') && <p>{t('authorise.proof', { name })}</p>}
        </>
      }
    >
      <fieldset className="choices">
        <legend>{t('authorise.what')}</legend>
        <ul className="rows">
          {scopes.map(({ scope, api, is_sensitive, is_required, value }, nth) => (
            <li key={scope}>
              <label>
                <input
                  type="checkbox"
                  {...(nth === 0 && { id: 'scopes' })}
                  name="scopes"
                  value={scope}
                  defaultChecked={is_required || ticked.includes(scope)}
                  disabled={is_required}
                />{' '}
                <ScopeText scope={scope} api={api} isSensitive={is_sensitive} value={value} isOwn />
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
      {subjects.length > 0 && (
        <RadioField
          field={page.fields.sec_subject_uid}
          label="authorise.whom"
          options={[who, ...subjects.map((each) => ({ value: each.sec_subject_uid, text: each.subject_name }))]}
        />
      )}
      {!lacksFactor && <Button text="authorise.agree" />} <Button name="deny" text="authorise.deny" quiet />
    </FormPage>
  )
}
