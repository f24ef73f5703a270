import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { authenticatorSetUp } from '~/flows/accounts/authenticator-set-up.server'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { momentIn } from '~/i18n/dates'
import { requireData, requireSignedIn } from '~/navigation/guards/guards.server'
import { redirectTo } from '~/navigation/redirect.server'
import { returnAddressOf } from '~/navigation/returning/return-address.server'
import { api } from '~/runtime/api.server'
import type { Args } from '~/runtime/load-context'
import { Button } from '~/ui/button'
import { LinkList } from '~/ui/link-list'
import { TimedText } from '~/ui/timed-text'

// The deployment requires a second factor of the person: they set up an authenticator app, or make sign-ins require
// their existing one. Until the deadline the page can be left; after that, only signing out is possible without one.
export const handle: PageHandle = { title: 'second_factor.title' }

const pressed = z.string().optional()
const SetUp = z.object({ set_up: pressed, ask: pressed, lost: pressed })

const goOn = async (args: Args) => redirectTo(args, (await returnAddressOf(args)) ?? '/settings')

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const info = await requireData(args, await (await api(args)).authenticatorInfo({}))
  const { second_factor: asked, is_set: hasApp, removed_at: removedAt, time_zone: timeZone } = info
  if (asked === null) throw await goOn(args)
  const { due_at: dueAt, has_passkey: hasPasskey } = asked
  return reply({ dueAt, isDue: Date.parse(dueAt) <= Date.now(), hasApp, hasPasskey, removedAt, timeZone })
}

/**
 * True when a call requires more, although the previous second verification has proven what the deployment requires.
 */
const isShown = async (args: Args, answer: { ok: boolean; code?: string }): Promise<boolean> => {
  if (answer.ok || answer.code !== 'second_verification_required') return false
  const info = await requireData(args, await (await api(args)).authenticatorInfo({}))
  return info.second_factor === null
}

export const action = async (args: ActionFunctionArgs) => {
  await requireSignedIn(args)
  const form = await readForm(args, SetUp)
  if (!form.ok) return form.reply()
  const client = await api(args)
  if (form.value.lost !== undefined) {
    const answer = await client.removeAuthenticator({ wait: 1 })
    return answer.ok ? redirectTo(args, new URL(args.request.url).pathname) : form.reply(answer)
  }
  if (form.value.ask !== undefined) {
    const answer = await client.askAuthenticator({ at_sign_in: 1 })
    return answer.ok || (await isShown(args, answer)) ? goOn(args) : form.reply(answer)
  }
  const answer = await client.startAuthenticator({ at_sign_in: 1 })
  if (await isShown(args, answer)) return goOn(args)
  if (answer.ok) return authenticatorSetUp.begin(args, 'scan', { ...answer.data, asks: true })
  // Another tab has set it up: the page now offers to make sign-ins require it, or continues.
  return answer.code === 'already_bound' ? redirectTo(args, new URL(args.request.url).pathname) : form.reply(answer)
}

export default function SecondFactor() {
  const { t, i18n } = useTranslation()
  const { dueAt, isDue, hasApp, hasPasskey, removedAt, timeZone } = useLoaderData<typeof loader>()
  const time = momentIn(i18n.language, timeZone, dueAt)
  return (
    <FormPage
      page={usePageForm<typeof SetUp>()}
      title="second_factor.title"
      lead={
        <>
          <p>
            {isDue ? (
              t('second_factor.due')
            ) : (
              <TimedText text={t('second_factor.by', { time })} time={time} at={dueAt} />
            )}
          </p>
          <p>{t(hasApp ? 'second_factor.has_app' : 'second_factor.app')}</p>
          <p>{t(hasPasskey ? 'second_factor.has_passkey' : 'second_factor.passkey')}</p>
          <p>{t('second_factor.stays')}</p>
          {removedAt ? (
            <div className="problem">
              <p>{t('authenticator.removed_at', { time: momentIn(i18n.language, timeZone, removedAt) })}</p>
            </div>
          ) : (
            hasApp && isDue && <p>{t('second_factor.lost')}</p>
          )}
        </>
      }
      after={
        <LinkList
          title="second_factor.other"
          links={{
            ...(!isDue && { '/settings': 'second_factor.later', '/settings/passkeys': 'second_factor.add_passkey' }),
            '/passport/web/logout': 'settings.sign_out',
          }}
        />
      }
    >
      {hasApp ? (
        <>
          <Button name="ask" text="second_factor.use_app" />{' '}
          {isDue && !removedAt && <Button name="lost" text="authenticator.lost_ask" quiet />}
        </>
      ) : (
        <Button name="set_up" text="authenticator.set_up" />
      )}
    </FormPage>
  )
}
