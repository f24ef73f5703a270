import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { Calls } from '#contract/calls'
import { RowButton } from '~/forms/row-button'
import { momentIn } from '~/i18n/dates'
import { FormToken } from '~/session/form-token'
import { Button } from '~/ui/button'
import { TimedText } from '~/ui/timed-text'
import { DeviceTitle, deviceText, NameLink } from './device-title'

export type Remembered = z.output<Calls['listRememberedDevices']['output']>

/** The devices that remember the account. Each has a form that makes the device forget the account. */
export const RememberedSection = ({ devices, time_zone: timeZone }: Remembered) => {
  const { t, i18n } = useTranslation()
  return (
    <>
      <h2 id="remembered">{t('devices.title')}</h2>
      <p>{t(devices.length === 0 ? 'devices.none' : 'devices.text')}</p>
      {devices.length > 0 && (
        <ul className="rows devices">
          {devices.map(({ device_id, name, client, address, used_at }) => {
            const used = momentIn(i18n.language, timeZone, used_at)
            return (
              <li key={device_id}>
                <div>
                  <DeviceTitle name={name} client={client} />
                  <p>
                    <TimedText text={t('devices.used', { time: used })} time={used} at={used_at} />
                    {address && (
                      <>
                        <br />
                        {t('client.address', { address })}
                      </>
                    )}
                    <NameLink of={{ device: device_id }} device={{ name, client }} />
                  </p>
                </div>
                <form method="post">
                  <FormToken />
                  <input type="hidden" name="device_id" value={device_id} />
                  <Button
                    text="devices.end"
                    label={t('devices.end_one', { client: deviceText(t, { name, client }) })}
                    quiet
                    small
                  />
                </form>
              </li>
            )
          })}
        </ul>
      )}
      <ul className="rows">
        <RowButton text="quick.remember" name="remember" action="/login/quick" />
      </ul>
    </>
  )
}
