import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { mobilePurpose } from '#contract/purposes'
import { api } from '~/api.server'
import { isOnItsWay, sentFirst } from '~/codes/sent-code.server'
import { MobileField } from '~/components/fields'
import { FormPage } from '~/components/form-page'
import { PageNotice } from '~/components/page-notice'
import { Ways } from '~/components/ways'
import type { PageHandle } from '~/document/page-handle'
import { mobileReset } from '~/flows/password-reset.server'
import { withMobile } from '~/forms/fields'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { noticeOf } from '~/session/told.server'

// A forgotten password, step 1: the mobile. Who is signed in may have forgotten theirs too.
export const handle: PageHandle = { title: 'reset.title', remembered: true }

const Start = withMobile({})

export const loader = ({ request }: LoaderFunctionArgs) => json({ notice: noticeOf(request) })

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
          <PageNotice notice={notice} />
          <p>{t('reset.by_mobile')}</p>
        </>
      }
      after={
        <Ways
          title="reset.otherwise"
          ways={{ '/account-help/password/email': 'reset.use_email', '/login': 'reset.remembered' }}
        />
      }
    >
      <MobileField fields={page.fields} />
    </FormPage>
  )
}
