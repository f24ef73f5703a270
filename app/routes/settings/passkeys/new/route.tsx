import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { passkeyCredential } from '~/forms/field-schemas'
import { PasskeyPrompt } from '~/forms/fields/passkey-prompt'
import { formAction } from '~/forms/form-action.server'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireData, requireSignedIn } from '~/navigation/guards/guards.server'
import { redirectTo } from '~/navigation/redirect.server'
import { passkeysPage } from '~/routes/settings/passkeys/passkeys-page'
import { api } from '~/runtime/api.server'
import { BackLink } from '~/ui/back-link'

// A new passkey, which a browser makes only for script. Each view has its own challenge.
export const handle: PageHandle = { title: 'passkeys.add_title', islands: true }

const Add = z.object({ credential: passkeyCredential })

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const client = await api(args)
  const answer = await client.startPasskey({})
  // The list has a button, whose form can ask for a proof.
  if (!answer.ok && (answer.code === 'second_verification_required' || answer.code === 'too_many_passkeys'))
    throw await redirectTo(args, passkeysPage)
  return reply(await requireData(args, answer))
}

export const action = formAction(Add, {
  call: (client, typed) => client.addPasskey(typed),
  done: () => ({ path: passkeysPage, notice: 'passkey_added' }),
})

export default function NewPasskey() {
  const { t } = useTranslation()
  const { options } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Add>()
  return (
    <FormPage
      page={page}
      title="passkeys.add_title"
      lead={<p>{t('passkeys.add_text')}</p>}
      after={<BackLink path={passkeysPage} text="passkeys.return" />}
    >
      <PasskeyPrompt button="passkeys.add_here" options={options} />
    </FormPage>
  )
}
