import { z } from 'zod'
import { passkeyLabelMaxLength } from '#contract/verification/passkey-fields'
import type { PageHandle } from '~/document/page-handle'
import { passkeyName } from '~/forms/field-schemas'
import { TextField } from '~/forms/fields/fields'
import { formAction } from '~/forms/form-action.server'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requirePasskey } from '~/routes/settings/passkeys/own-passkey.server'
import { passkeysPage } from '~/routes/settings/passkeys/passkeys-page'
import { BackLink } from '~/ui/back-link'
import { LinkRows } from '~/ui/link-list'

// A passkey of the account: its name, which distinguishes it from others, and the link to remove it.
export const handle: PageHandle = { title: 'passkeys.change_title' }

const Rename = z.object({ passkey_name: passkeyName })

export const loader = async (args: LoaderFunctionArgs) => {
  const { passkey_id: id, label } = await requirePasskey(args)
  return reply({ id, label })
}

export const action = formAction(Rename, {
  call: (client, { passkey_name: label }, { params }) =>
    client.renamePasskey({ passkey_id: params.passkey ?? '', label }),
  done: () => ({ path: passkeysPage, notice: 'passkey_renamed' }),
  otherwise: ({ code }) => (code === 'no_such_passkey' ? passkeysPage : undefined),
})

export default function ChangePasskey() {
  const { id, label } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Rename>({ passkey_name: label })
  return (
    <FormPage
      page={page}
      title="passkeys.change_title"
      submit="passkeys.save"
      after={
        <>
          <LinkRows links={{ [`${passkeysPage}/${encodeURIComponent(id)}/remove`]: 'passkeys.remove' }} />
          <BackLink path={passkeysPage} text="passkeys.back" />
        </>
      }
    >
      <TextField
        field={page.fields.passkey_name}
        label="field.passkey_name.label"
        hint="field.passkey_name.hint"
        autoComplete="off"
        maxLength={passkeyLabelMaxLength}
      />
    </FormPage>
  )
}
