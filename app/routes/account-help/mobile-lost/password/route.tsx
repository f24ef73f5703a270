import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { lostMobileByPassword } from '~/flows/accounts/lost-mobile.server'
import { account, password } from '~/forms/field-schemas'
import { AccountField, PasswordField } from '~/forms/fields/fields'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { visitorRegion } from '~/forms/values/visitor-region.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash/flash.server'
import { api } from '~/runtime/api.server'
import { BackToHelp } from '~/ui/back-to-help'
import { LinkList } from '~/ui/link-list'

// Removing a lost mobile with the password, step 1: the account and its password.
export const handle: PageHandle = { title: 'lost.password.title', remembered: true }

const Start = z.object({ account, password })

/** The texts for a person who has lost the number, and gets no code there. */
const texts = {
  'error.wrong_credentials': 'error.wrong_credentials_lost',
  'error.wrong_credentials_number': 'error.wrong_credentials_lost_number',
}

export const loader = ({ request }: LoaderFunctionArgs) => reply({ notice: flashOf(request) })

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Start)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.verifyPassword({ ...form.value, region: visitorRegion(args) })
  if (!answer.ok) return form.reply(answer, texts)
  return lostMobileByPassword.begin(args, 'held', { ticket: answer.data.ticket })
}

export default function LostMobileByPassword() {
  const { t } = useTranslation()
  const { notice } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Start>()
  return (
    <FormPage
      page={page}
      title="lost.password.title"
      submit="lost.continue"
      notice={notice}
      lead={<p>{t('lost.password.text')}</p>}
      after={
        <>
          <LinkList title="lost.password.otherwise" links={{ '/account-help/mobile-lost/email': 'lost.by_email' }} />
          <BackToHelp />
        </>
      }
    >
      <AccountField field={page.fields.account} />
      <PasswordField field={page.fields.password} />
    </FormPage>
  )
}
