import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { addressCalls } from '~/addresses/address-calls.server'
import { addressKindOf } from '~/addresses/address-kind'
import { addressTexts } from '~/addresses/address-texts'
import { boundAddresses } from '~/addresses/bound-address.server'
import { api } from '~/api.server'
import { spacedAddress } from '~/codes/sent-code.server'
import type { PageHandle } from '~/document/page-handle'
import { bindAddress } from '~/flows/bind-address.server'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { BackToSettings } from '~/ui/back-to-settings'
import { LinkList } from '~/ui/link-list'

// Binding an address, step 3: it was proven, and another account holds it.
export const handle: PageHandle = { title: (params) => `${addressKindOf({ params })}.switch.title` }

const Switch = z.object({})

export const loader = async (args: LoaderFunctionArgs) => {
  const kind = addressKindOf(args)
  const step = await bindAddress[kind].require(args, 'switch')
  return reply({ kind, address: spacedAddress(step.to) })
}

export const action = async (args: ActionFunctionArgs) => {
  const kind = addressKindOf(args)
  const step = await bindAddress[kind].require(args, 'switch')
  const form = await readForm(args, Switch)
  if (!form.ok) return form.reply()
  const calls = addressCalls[kind](await api(args))
  const answer = await calls.switchBind({ to: step.to, ticket: step.ticket })
  if (answer.ok) return step.finish()
  if (answer.code !== 'already_bound' && answer.code !== 'ticket_refused') return form.reply(answer)
  const { isProven } = (await boundAddresses(args))[kind]
  // The second of two clicks, or another page, was there first.
  return isProven ? step.abandon({ path: `/settings/${kind}`, notice: 'settled_before' }) : step.restart()
}

export default function SwitchAddress() {
  const { t } = useTranslation()
  const { kind, address } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Switch>()
  return (
    <FormPage
      page={page}
      title={`${kind}.switch.title`}
      submit={`${kind}.switch.submit`}
      lead={
        <>
          <p>{t(`${kind}.switch.proven`, { [kind]: address })}</p>
          <p>{t(`${kind}.switch.means`)}</p>
        </>
      }
      after={
        <>
          <LinkList title={`${kind}.switch.otherwise`} links={{ [`/settings/${kind}`]: addressTexts[kind].another }} />
          <BackToSettings />
        </>
      }
    />
  )
}
