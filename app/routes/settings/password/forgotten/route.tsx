import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '~/api.server'
import { isOnItsWay, sentFirst } from '~/codes/sent-code.server'
import type { PageHandle } from '~/document/page-handle'
import { forgottenPassword, sendOwnCode, type Way } from '~/flows/forgotten-password.server'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash.server'
import { requireData, requireSignedIn } from '~/navigation/guards.server'
import type { Args } from '~/session/visitor.server'
import { BackToSettings } from '~/ui/back-to-settings'
import { Button } from '~/ui/button'
import { FlashMessage } from '~/ui/flash-message'

// Signed in, with the present password forgotten, step 1: where the code shall go.
export const handle: PageHandle = { title: 'password.forgotten_title' }

const Choice = z.object({ by_mobile: z.string().optional(), by_email: z.string().optional() })

/** The proven addresses of the person, masked. */
const addresses = async (args: Args): Promise<{ way: Way; masked: string }[]> => {
  const client = await api(args)
  const { mobile, email, email_verified } = await requireData(args, await client.accountInfo({}))
  return [
    ...(mobile ? [{ way: 'mobile' as const, masked: mobile }] : []),
    ...(email && email_verified ? [{ way: 'email' as const, masked: email }] : []),
  ]
}

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  return reply({ ways: await addresses(args), notice: flashOf(args.request) })
}

export const action = async (args: ActionFunctionArgs) => {
  await requireSignedIn(args)
  const form = await readForm(args, Choice)
  if (!form.ok) return form.reply()
  const way: Way = form.value.by_email === undefined ? 'mobile' : 'email'
  const masked = (await addresses(args)).find((each) => each.way === way)?.masked ?? ''
  const answer = await sendOwnCode(await api(args), way)
  if (!isOnItsWay(answer)) return form.reply(answer)
  return forgottenPassword.begin(args, 'code', { way, sent: sentFirst(masked, answer) })
}

export default function ForgottenPassword() {
  const { t } = useTranslation()
  const { ways, notice } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Choice>()
  return (
    <FormPage
      page={page}
      title="password.forgotten_title"
      lead={
        <>
          <FlashMessage notice={notice} />
          <p>{t(ways.length > 0 ? 'password.forgotten_text' : 'password.forgotten_no_address')}</p>
        </>
      }
      after={<BackToSettings />}
    >
      <div className="buttons">
        {ways.map(({ way, masked }) => (
          <Fragment key={way}>
            <Button name={`by_${way}`} text={`password.code_by_${way}`} values={{ masked }} quiet />{' '}
          </Fragment>
        ))}
      </div>
    </FormPage>
  )
}
