import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { shownUserCode } from '#contract/applications/user-code'
import type { PageHandle } from '~/document/page-handle'
import { deviceCheckPath, readUserCode, userCodeIn } from '~/features/authorisation/user-code'
import { TextField } from '~/forms/fields/fields'
import { formAction } from '~/forms/form-action.server'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { readable } from '~/forms/values/typed-text'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { visitor } from '~/session/visitor.server'
import { BackToSettings } from '~/ui/back-to-settings'

// The address that a device shows, where its person types the code. The code in a link only prefills the field.
export const handle: PageHandle = { title: 'device.title' }

const Typed = z.object({ user_code: readable('user_code', { maxLength: 40 }, readUserCode) })

export const loader = async (args: LoaderFunctionArgs) => {
  const given = userCodeIn(args.request.url)
  const { signedIn } = await visitor(args)
  return reply({ filled: given === undefined ? '' : shownUserCode(given), isSignedIn: Boolean(signedIn) })
}

export const action = formAction(Typed, {
  call: (client, typed) => client.openDeviceInfo(typed),
  done: (_args, _, { user_code }) => deviceCheckPath(user_code),
})

export default function TypeDeviceCode() {
  const { t } = useTranslation()
  const { filled, isSignedIn } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Typed>({ user_code: filled })
  return (
    <FormPage
      page={page}
      title="device.title"
      submit="device.submit"
      lead={<p>{t('device.text')}</p>}
      after={isSignedIn && <BackToSettings />}
    >
      <TextField
        field={page.fields.user_code}
        label="field.user_code.label"
        hint="field.user_code.hint"
        autoComplete="off"
        maxLength={40}
        className="code"
      />
    </FormPage>
  )
}
