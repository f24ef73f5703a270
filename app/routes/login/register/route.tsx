import { mobilePurpose } from '#contract/purposes'
import { api } from '~/api.server'
import { isOnItsWay, sentFirst } from '~/codes/sent-code.server'
import type { PageHandle } from '~/document/page-handle'
import { registerMobile } from '~/flows/register-mobile.server'
import { withMobile } from '~/forms/field-schemas'
import { MobileField } from '~/forms/fields'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireSignedOut } from '~/navigation/guards.server'
import { FlashMessage } from '~/ui/flash-message'
import { LinkList } from '~/ui/link-list'

// Registration with a mobile, step 1: the number.
export const handle: PageHandle = { title: 'register.title', remembered: true }

const Start = withMobile({})

export const loader = async (args: LoaderFunctionArgs) => reply(await requireSignedOut(args))

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Start)
  if (!form.ok) return form.reply()
  const { mobile } = form.value
  const client = await api(args)
  const answer = await client.sendCode({ mobile, type: mobilePurpose.register })
  if (!isOnItsWay(answer)) return form.reply(answer)
  return registerMobile.begin(args, 'code', { mobile: sentFirst(mobile, answer) })
}

export default function RegisterMobile() {
  const { notice } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Start>()
  return (
    <FormPage
      page={page}
      title="register.title"
      submit="code.send"
      lead={<FlashMessage notice={notice} />}
      after={
        <>
          <LinkList
            title="ways.register_otherwise"
            links={{ '/login/register/email': 'ways.by_email', '/login/register/both': 'ways.by_both' }}
          />
          <LinkList title="ways.have_account" links={{ '/login': 'ways.to_sign_in' }} />
        </>
      }
    >
      <MobileField fields={page.fields} />
    </FormPage>
  )
}
