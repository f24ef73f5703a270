import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { askToRestore } from '~/features/sign-in/ask-to-restore.server'
import { passkeyCredential } from '~/forms/field-schemas'
import { PasskeyPrompt } from '~/forms/fields/passkey-prompt'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireData, requireSignedOut } from '~/navigation/guards/guards.server'
import { redirectAndRotate } from '~/navigation/redirect.server'
import { returnAddressOf } from '~/navigation/returning/return-address.server'
import { api } from '~/runtime/api.server'
import { LinkList } from '~/ui/link-list'

// Sign-in by a passkey, which a browser offers only to script. Each view has its own challenge.
export const handle: PageHandle = { title: 'passkeys.sign_in_title', islands: true }

const Prove = z.object({ credential: passkeyCredential })

export const loader = async (args: LoaderFunctionArgs) => {
  const { notice } = await requireSignedOut(args)
  const client = await api(args)
  const { options } = await requireData(args, await client.startPasskeySignIn({}))
  return reply({ notice, options })
}

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Prove)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.passkeySignIn({ ...form.value, need_frozen_user: 1 })
  if (answer.ok) return redirectAndRotate(args, (await returnAddressOf(args)) ?? '/settings')
  return answer.code === 'account_cancelled' ? askToRestore(args, answer.data) : form.reply(answer)
}

export default function PasskeySignIn() {
  const { t } = useTranslation()
  const { notice, options } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Prove>()
  return (
    <FormPage
      page={page}
      title="passkeys.sign_in_title"
      notice={notice}
      lead={<p>{t('passkeys.sign_in_text')}</p>}
      after={
        <LinkList
          title="ways.sign_in"
          links={{
            '/login': 'ways.password',
            '/login/sms': 'ways.sms',
            '/login/email': 'ways.email_code',
            '/login/qr': 'ways.qr',
          }}
        />
      }
    >
      <PasskeyPrompt button="passkeys.sign_in" options={options} />
    </FormPage>
  )
}
