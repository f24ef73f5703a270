import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { clientText } from '~/features/activity/client-text'
import { ErrorSummary } from '~/forms/error-summary'
import { formAction } from '~/forms/form-action.server'
import { usePageForm } from '~/forms/use-page-form'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { momentIn } from '~/i18n/dates'
import { flashOf } from '~/navigation/flash.server'
import { requireData, requireSignedIn } from '~/navigation/guards.server'
import { api } from '~/runtime/api.server'
import { FormToken } from '~/session/form-token'
import { BackToSettings } from '~/ui/back-to-settings'
import { Button } from '~/ui/button'
import { FlashMessage } from '~/ui/flash-message'
import { TimedText } from '~/ui/timed-text'

// The devices that remember the account. Each has a form that ends that.
export const handle: PageHandle = { title: 'devices.title', ownForms: true }

const End = z.object({ device_id: z.string().min(1).max(64) })

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const client = await api(args)
  const { devices, time_zone: timeZone } = await requireData(args, await client.listRememberedDevices({}))
  return reply({ devices, timeZone, notice: flashOf(args.request) })
}

const ended = { path: '/settings/devices', notice: 'device_ended' } as const

export const action = formAction(End, {
  call: (client, typed) => client.endRememberedDevice(typed),
  done: () => ended,
  // The second of two clicks finds none.
  otherwise: ({ code }) => (code === 'no_such_device' ? ended : undefined),
})

export default function RememberedDevices() {
  const { t, i18n } = useTranslation()
  const { devices, timeZone, notice } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof End>()
  return (
    <>
      <ErrorSummary {...page} />
      <h1>{t('devices.title')}</h1>
      <FlashMessage notice={notice} />
      <p>{t(devices.length === 0 ? 'devices.none' : 'devices.text')}</p>
      {devices.length > 0 && (
        <ul className="rows devices">
          {devices.map(({ device_id, client, address, used_at }) => {
            const used = momentIn(i18n.language, timeZone, used_at)
            return (
              <li key={device_id}>
                <div>
                  <strong>{clientText(t, client)}</strong>
                  <p>
                    <TimedText text={t('devices.used', { time: used })} time={used} at={used_at} />
                    {address && (
                      <>
                        <br />
                        {t('client.address', { address })}
                      </>
                    )}
                  </p>
                </div>
                <form method="post">
                  <FormToken />
                  <input type="hidden" name="device_id" value={device_id} />
                  <Button
                    text="devices.end"
                    label={t('devices.end_one', { client: clientText(t, client) })}
                    quiet
                    small
                  />
                </form>
              </li>
            )
          })}
        </ul>
      )}
      <form method="post" action="/login/quick">
        <FormToken />
        <Button text="quick.remember" name="remember" quiet />
      </form>
      <BackToSettings />
    </>
  )
}
