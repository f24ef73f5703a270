import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { ownTicket } from '#contract/terms/fields'
import type { PageHandle } from '~/document/page-handle'
import { password } from '~/forms/field-schemas'
import { PasswordField } from '~/forms/fields/fields'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { momentIn } from '~/i18n/dates'
import { requireData } from '~/navigation/guards/guards.server'
import { redirectAndRotate, redirectTo } from '~/navigation/redirect.server'
import { api } from '~/runtime/api.server'
import { type Args, visitor } from '~/session/visitor.server'
import { BackToHelp } from '~/ui/back-to-help'
import { BackToSettings } from '~/ui/back-to-settings'
import { Notice } from '~/ui/notice'
import { Steps } from '~/ui/steps'
import { SummaryList } from '~/ui/summary-list'
import { DisownedChanges } from './disowned-changes'

// "This was not me". With the ticket of a message's link the page explains what its form will do; without one, what the
// person can do. Not cached, because the page differs with each ticket.
export const handle: PageHandle = { title: 'notMe.title' }

// The account API decides whether the password is needed: only for a mobile that was reported lost. `listed`: the ids
// on the page, with every box ticked. Unticked changes were the person's own.
const ids = z.array(z.string().max(64)).max(50).default([])
const Secure = z.object({ password: password.optional(), listed: ids, not_me: ids })

/** The password from before, not the current one. */
const texts = {
  'fieldRefusal.missing': 'field.password.missing_before',
  'error.wrong_credentials_password': 'error.wrong_credentials_before',
}

const ticketOf = ({ request }: Args): string | null => new URL(request.url).searchParams.get('ticket')

export const loader = async (args: LoaderFunctionArgs) => {
  const { signedIn } = await visitor(args)
  const given = ticketOf(args)
  if (given === null) return reply({ signedIn, isOver: false, securing: null })
  const over = reply({ signedIn, isOver: true, securing: null })
  if (!ownTicket.safeParse(given).success) return over
  const client = await api(args)
  // Mail scanners open links, so this call changes nothing.
  const answer = await client.secureAccountCheck({ ticket: given })
  if (!answer.ok && answer.code === 'ticket_refused') return over
  return reply({ signedIn, isOver: false, securing: await requireData(args, answer) })
}

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Secure)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const { password, listed, not_me: disowned } = form.value
  const own = listed.filter((id) => !disowned.includes(id))
  const answer = await client.secureAccount({
    ticket: ticketOf(args) ?? '',
    ...(password && { password }),
    ...(own.length > 0 && { own_changes: own }),
  })
  if (answer.ok)
    return redirectAndRotate(args, {
      path: '/account-help/not-me/done',
      ...(!answer.data.password_ended && { password: 'stays' }),
      ...(answer.data.elsewhere.length > 0 && { address: 'elsewhere' }),
      ...(answer.data.own_undone && { own: 'undone' }),
    })
  // The page itself says that the link has expired.
  return answer.code === 'ticket_refused' ? redirectTo(args, here(args)) : form.reply(answer, texts)
}

const here = ({ request }: Args): string => {
  const { pathname, search } = new URL(request.url)
  return pathname + search
}

export default function NotMe() {
  const { t, i18n } = useTranslation()
  const { signedIn, isOver, securing } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Secure>({ not_me: securing?.changes.map(({ id }) => id) ?? [] })
  if (!securing)
    return (
      <>
        <h1>{t('notMe.title')}</h1>
        {isOver && <Notice>{t('notMe.over')}</Notice>}
        <p>{t('notMe.lead')}</p>
        <Steps steps={[...(isOver ? [] : [openMessage]), ...(signedIn ? stepsSignedIn : steps)]} />
        {signedIn ? <BackToSettings /> : <BackToHelp />}
      </>
    )
  return (
    <FormPage
      page={page}
      title="notMe.title"
      submit="notMe.submit"
      lead={
        <>
          <SummaryList
            facts={{
              'notMe.change': t(`activity.kind.${securing.change}`),
              'notMe.told_at': momentIn(i18n.language, securing.time_zone, securing.told_at),
            }}
          />
          <p>{t('notMe.will')}</p>
          <ul className="steps">
            <li>{t('notMe.will_sign_out')}</li>
            <li>{t('notMe.will_be_as_before')}</li>
            <li>{t('notMe.will_ask_password')}</li>
          </ul>
          {securing.changes.length > 0 && (
            <p>
              <a href="#changes">{t('notMe.own_changes')}</a>
            </p>
          )}
        </>
      }
      more={
        <>
          <p className="hint">{t('notMe.was_me')}</p>
          <DisownedChanges
            changes={securing.changes}
            timeZone={securing.time_zone}
            ticked={page.fields.not_me.values}
          />
        </>
      }
      after={
        <>
          <h2>{t('notMe.exactly')}</h2>
          <ul className="steps">
            <li>{t('notMe.will_end_password')}</li>
            {securing.puts_back.map((address) => (
              <li key={`back ${address}`}>{t('notMe.will_put_back', { address })}</li>
            ))}
            {securing.takes_off.map((address) => (
              <li key={`off ${address}`}>{t('notMe.will_take_off', { address })}</li>
            ))}
            {securing.elsewhere.map((address) => (
              <li key={`elsewhere ${address}`}>{t('notMe.elsewhere', { address })}</li>
            ))}
            {securing.username_back !== null && <li>{t('notMe.will_rename', { username: securing.username_back })}</li>}
            {securing.ends_account && <li>{t('notMe.will_end_account')}</li>}
            <li>{t('notMe.will_undo')}</li>
            <li>{t('notMe.will_take_back')}</li>
            <li>{t('notMe.will_end_access')}</li>
            <li>{t('notMe.will_guard')}</li>
          </ul>
        </>
      }
    >
      {securing.asks_password && (
        <>
          <p>{t('notMe.why_password')}</p>
          <PasswordField field={page.fields.password} label="notMe.password" />
        </>
      )}
    </FormPage>
  )
}

const openMessage = { text: 'notMe.step_message' }

const steps = [
  { text: 'notMe.step_reset', path: '/account-help/password' },
  { text: 'notMe.step_look', path: '/settings' },
  { text: 'notMe.step_lost', path: '/account-help/mobile-lost' },
]

const stepsSignedIn = [
  { text: 'notMe.step_sessions', path: '/settings/sessions' },
  { text: 'notMe.step_password', path: '/settings/password' },
  { text: 'notMe.step_look', path: '/settings' },
]
