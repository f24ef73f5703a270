import { useTranslation } from 'react-i18next'
import { mobilePurpose } from '#contract/purposes'
import { api } from '~/api.server'
import { isOnItsWay, sentFirst } from '~/codes/sent-code.server'
import type { PageHandle } from '~/document/page-handle'
import { mobileReset } from '~/flows/password-reset.server'
import { withMobile } from '~/forms/field-schemas'
import { MobileField } from '~/forms/fields'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash.server'
import { FlashMessage } from '~/ui/flash-message'
import { LinkList } from '~/ui/link-list'

// A forgotten password, step 1: the mobile. Who is signed in may have forgotten theirs too.
export const handle: PageHandle = { title: 'reset.title', remembered: true }

const Start = withMobile({})

export const loader = ({ request }: LoaderFunctionArgs) => reply({ notice: flashOf(request) })

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Start)
  if (!form.ok) return form.reply()
  const { mobile } = form.value
  const client = await api(args)
  const answer = await client.sendCode({ mobile, type: mobilePurpose.resetPassword })
  if (!isOnItsWay(answer)) return form.reply(answer)
  return mobileReset.begin(args, 'code', { mobile: sentFirst(mobile, answer) })
}

export default function ResetByMobile() {
  const { t } = useTranslation()
  const { notice } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Start>()
  return (
    <FormPage
      page={page}
      title="reset.title"
      submit="code.send"
      lead={
        <>
          <FlashMessage notice={notice} />
          <p>{t('reset.by_mobile')}</p>
        </>
      }
      after={
        <LinkList
          title="reset.otherwise"
          links={{ '/account-help/password/email': 'reset.use_email', '/login': 'reset.remembered' }}
        />
      }
    >
      <MobileField fields={page.fields} />
    </FormPage>
  )
}
