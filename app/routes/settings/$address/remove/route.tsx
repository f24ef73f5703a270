import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { addressCalls, waitOf } from '~/addresses/address-calls.server'
import { addressKindOf } from '~/addresses/address-kind'
import { requireProvenAddress } from '~/addresses/bound-address.server'
import { api } from '~/api.server'
import type { PageHandle } from '~/document/page-handle'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireSignedIn } from '~/navigation/guards.server'
import { redirectTo } from '~/navigation/redirect.server'
import { BackToSettings } from '~/ui/back-to-settings'
import { LinkList } from '~/ui/link-list'

// Removes an address from the account.
export const handle: PageHandle = { title: (params) => `${addressKindOf({ params })}.remove.title` }

// `wait` comes from the button of the second verification.
const Remove = z.object({ wait: z.literal('1').optional() })

export const loader = async (args: LoaderFunctionArgs) => {
  const kind = addressKindOf(args)
  await requireSignedIn(args)
  return reply({ kind, address: await requireProvenAddress(args, kind) })
}

export const action = async (args: ActionFunctionArgs) => {
  const kind = addressKindOf(args)
  const form = await readForm(args, Remove)
  if (!form.ok) return form.reply()
  const answer = await addressCalls[kind](await api(args)).unbind(waitOf(form.value))
  const path = `/settings/${kind}`
  if (answer.ok && !answer.data.done) return redirectTo(args, { path, notice: `${kind}_removal_asked` })
  // The second of two clicks finds nothing bound.
  if (answer.ok || answer.code === 'nothing_bound') return redirectTo(args, { path, notice: `${kind}_removed` })
  return form.reply(answer)
}

export default function RemoveAddress() {
  const { t } = useTranslation()
  const { kind, address } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Remove>()
  const other = kind === 'mobile' ? 'email' : 'mobile'
  return (
    <FormPage
      page={page}
      title={`${kind}.remove.title`}
      submit={`${kind}.remove.submit`}
      safe={{ path: `/settings/${kind}`, text: `pendingChange.${kind}.stop` }}
      lead={
        <>
          <p>{t(`${kind}.remove.means`, { [kind]: address })}</p>
          <p>{t(`${kind}.remove.ends`)}</p>
        </>
      }
      after={
        <>
          <LinkList
            title={`${kind}.remove.others`}
            links={{ [`/settings/${other}`]: `settings.${other}`, '/settings/password': 'settings.password' }}
          />
          <BackToSettings />
        </>
      }
    />
  )
}
