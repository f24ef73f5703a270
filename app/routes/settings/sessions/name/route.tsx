import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { deviceNameMaxLength } from '#contract/terms/device-name'
import type { PageHandle } from '~/document/page-handle'
import { clientText } from '~/features/activity/client-text'
import { deviceNameOrNone } from '~/forms/field-schemas'
import { TextField } from '~/forms/fields/fields'
import { formAction } from '~/forms/form-action.server'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireData, requireSignedIn } from '~/navigation/guards/guards.server'
import { closedPages } from '~/navigation/open-pages/closed-pages.server'
import { isClosed } from '~/navigation/open-pages/pages-of-calls'
import { problem } from '~/navigation/problem'
import { api } from '~/runtime/api.server'
import type { Args } from '~/runtime/load-context'
import { BackLink } from '~/ui/back-link'

// Names the device of a session (`?session=`), or one that remembers the account (`?device=`). It is not below the page
// of devices, because only that page gets the cookie of the accounts at this browser.
export const handle: PageHandle = { title: 'sessions.name_title' }

const Naming = z.object({ name: deviceNameOrNone })

const devices = '/settings/accounts'
const id = z.string().min(1).max(64)

/** The id of a session or of a device in the URL. */
const asked = ({ request }: Args): { session?: string | undefined; device?: string | undefined } => {
  const { searchParams } = new URL(request.url)
  const read = (name: string) => id.safeParse(searchParams.get(name)).data
  const session = read('session')
  return session === undefined ? { device: read('device') } : { session }
}

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const { session, device } = asked(args)
  const client = await api(args)
  const found =
    session !== undefined
      ? (await requireData(args, await client.listSessions({}))).sessions.find((each) => each.session_id === session)
      : device !== undefined && !isClosed('/settings/devices', closedPages())
        ? (await requireData(args, await client.listRememberedDevices({}))).devices.find(
            (each) => each.device_id === device,
          )
        : undefined
  if (!found) throw problem('not_found')
  return reply({ client: found.client, name: found.name })
}

export const action = formAction(Naming, {
  call: async (client, { name = '' }, args) => {
    const { session, device = '' } = asked(args)
    if (session !== undefined) return client.nameSession({ session_id: session, name })
    return client.nameRememberedDevice({ device_id: device, name })
  },
  done: () => ({ path: devices, notice: 'device_named' }),
  // It was signed out, or forgotten, meanwhile.
  otherwise: ({ code }) =>
    code === 'no_such_session' || code === 'no_such_device' ? { path: devices, notice: 'session_over' } : undefined,
})

export default function DeviceName() {
  const { t } = useTranslation()
  const { client, name } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Naming>({ name: name ?? '' })
  return (
    <FormPage
      page={page}
      title="sessions.name_title"
      lead={<p>{clientText(t, client)}</p>}
      submit="profile.submit"
      after={<BackLink path={devices} text="accounts.page_title" />}
    >
      <TextField
        field={page.fields.name}
        label="sessions.name_label"
        hint="sessions.name_hint"
        maxLength={deviceNameMaxLength}
        autoComplete="off"
      />
    </FormPage>
  )
}
