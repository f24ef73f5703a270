import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { addressCalls } from '~/features/addresses/address-calls.server'
import type { AddressKind } from '~/features/addresses/address-kind'
import { boundAddresses } from '~/features/addresses/bound-address.server'
import { isOnItsWay, sentFirst } from '~/features/codes/sent-code.server'
import { forgottenPassword } from '~/flows/accounts/forgotten-password.server'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash/flash.server'
import { requireSignedIn } from '~/navigation/guards/guards.server'
import { openKinds } from '~/navigation/open-pages/open-kinds.server'
import { isAbsent } from '~/runtime/absent-calls.server'
import { api } from '~/runtime/api.server'
import type { Args } from '~/session/visitor.server'
import { BackToSettings } from '~/ui/back-to-settings'
import { Button } from '~/ui/button'
import { LinkRows } from '~/ui/link-list'

// Replacing a forgotten password while signed in, step 1: which address the code goes to.
export const handle: PageHandle = { title: 'password.forgotten_title' }

/** The pages that add or confirm an address. */
const addPages = { '/settings/mobile': 'mobile.add_first', '/settings/email': 'email.add_first' }

const Choice = z.object({
  by_mobile: z.string().optional(),
  by_email: z.string().optional(),
  by_other: z.string().optional(),
})

/** The proven addresses of the person that get codes, masked. */
const provenAddresses = async (args: Args): Promise<{ kind: AddressKind; masked: string }[]> => {
  const bound = await boundAddresses(args)
  return (await openKinds()).flatMap((kind) => {
    const { address, isProven } = bound[kind]
    return address !== null && isProven ? [{ kind, masked: address }] : []
  })
}

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const hasOthers = !isAbsent('listPasskeys')
  return reply({ addresses: await provenAddresses(args), hasOthers, notice: flashOf(args.request) })
}

export const action = async (args: ActionFunctionArgs) => {
  await requireSignedIn(args)
  const form = await readForm(args, Choice)
  if (!form.ok) return form.reply()
  // The form of the new password asks for the proof.
  if (form.value.by_other !== undefined) return forgottenPassword.begin(args, 'new', {})
  const kind = form.value.by_email === undefined ? 'mobile' : 'email'
  const masked = (await provenAddresses(args)).find((each) => each.kind === kind)?.masked ?? ''
  const answer = await addressCalls[kind](await api(args)).sendCode('modifyPassword')
  if (!isOnItsWay(answer)) return form.reply(answer)
  return forgottenPassword.begin(args, 'code', { kind, code: sentFirst(masked, answer) })
}

export default function ForgottenPassword() {
  const { t } = useTranslation()
  const { addresses, hasOthers, notice } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Choice>()
  return (
    <FormPage
      page={page}
      title="password.forgotten_title"
      notice={notice}
      lead={<p>{t(addresses.length > 0 ? 'password.forgotten_text' : 'password.forgotten_no_address')}</p>}
      after={
        <>
          {addresses.length === 0 && <LinkRows links={addPages} />}
          <BackToSettings />
        </>
      }
    >
      <div className="buttons">
        {addresses.map(({ kind, masked }) => (
          <Fragment key={kind}>
            <Button name={`by_${kind}`} text={`password.code_by_${kind}`} values={{ masked }} quiet />{' '}
          </Fragment>
        ))}
        {hasOthers && <Button name="by_other" text="password.by_other" quiet />}
      </div>
    </FormPage>
  )
}
