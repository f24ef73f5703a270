import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { authenticatorSetUp } from '~/flows/accounts/authenticator-set-up.server'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { dayIn, momentIn } from '~/i18n/dates'
import { flashOf } from '~/navigation/flash/flash.server'
import { requireData, requireSignedIn } from '~/navigation/guards/guards.server'
import { redirectTo } from '~/navigation/redirect.server'
import { api } from '~/runtime/api.server'
import { BackToSettings } from '~/ui/back-to-settings'
import { Button } from '~/ui/button'
import { LinkRows } from '~/ui/link-list'
import { SummaryList } from '~/ui/summary-list'

// The authenticator app of the account: the set-up, or the acts on the existing app.
export const handle: PageHandle = { title: 'authenticator.title' }

const pressed = z.string().optional()
const Change = z.object({ set_up: pressed, ask: pressed, stop_asking: pressed, make_codes: pressed, keep: pressed })

const here = '/settings/authenticator'

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const client = await api(args)
  const info = await requireData(args, await client.authenticatorInfo({}))
  return reply({ ...info, notice: flashOf(args.request) })
}

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Change)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const { ask, stop_asking, make_codes, keep } = form.value
  if (keep !== undefined) {
    const answer = await client.stopPendingChange({ platform: 'authenticator' })
    return answer.ok ? redirectTo(args, { path: here, notice: 'authenticator_kept' }) : form.reply(answer)
  }
  if (ask !== undefined || stop_asking !== undefined) {
    const answer = await client.askAuthenticator({ at_sign_in: ask === undefined ? 0 : 1 })
    if (!answer.ok) return form.reply(answer)
    const notice = ask === undefined ? 'authenticator_not_asked' : 'authenticator_asked'
    return redirectTo(args, { path: here, notice })
  }
  if (make_codes !== undefined) {
    const answer = await client.makeRecoveryCodes({})
    if (!answer.ok) return form.reply(answer)
    return authenticatorSetUp.begin(args, 'codes', { codes: answer.data.recovery_codes })
  }
  const answer = await client.startAuthenticator({})
  if (answer.ok) return authenticatorSetUp.begin(args, 'scan', { ...answer.data, asks: false })
  // The second of two clicks, or another tab, may have set it up.
  return answer.code === 'already_bound' ? redirectTo(args, here) : form.reply(answer)
}

export default function AuthenticatorApp() {
  const { t, i18n } = useTranslation()
  const { is_set, since, asked_at_sign_in, recovery_codes_left, removed_at, time_zone, notice } =
    useLoaderData<typeof loader>()
  const page = usePageForm<typeof Change>()
  if (!is_set)
    return (
      <FormPage
        page={page}
        title="authenticator.title"
        notice={notice}
        lead={
          <>
            <p>{t('authenticator.text')}</p>
            <p>{t('authenticator.needs')}</p>
          </>
        }
        after={<BackToSettings />}
      >
        <Button name="set_up" text="authenticator.set_up" />
      </FormPage>
    )
  const asking = t(asked_at_sign_in ? 'authenticator.asked' : 'authenticator.not_asked')
  return (
    <FormPage
      page={page}
      title="authenticator.title"
      notice={notice}
      lead={
        <>
          {removed_at && (
            <div className="problem">
              <p>{t('authenticator.removed_at', { time: momentIn(i18n.language, time_zone, removed_at) })}</p>
            </div>
          )}
          <SummaryList
            facts={{
              ...(since && { 'authenticator.since': dayIn(i18n.language, time_zone, since) }),
              'authenticator.at_sign_in': asking,
              'authenticator.codes_left': String(recovery_codes_left),
            }}
          />
          {!removed_at && <p>{t(asked_at_sign_in ? 'authenticator.stop_text' : 'authenticator.ask_text')}</p>}
        </>
      }
      after={
        <>
          <LinkRows links={{ [`${here}/remove`]: 'authenticator.remove' }} />
          <BackToSettings />
        </>
      }
    >
      {removed_at ? (
        <Button name="keep" text="authenticator.keep" />
      ) : (
        <>
          {asked_at_sign_in ? (
            <Button name="stop_asking" text="authenticator.stop_asking" quiet />
          ) : (
            <Button name="ask" text="authenticator.ask" />
          )}{' '}
          <Button name="make_codes" text="authenticator.make_codes" quiet />
        </>
      )}
    </FormPage>
  )
}
