import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { addressCalls, waitOf } from '~/features/addresses/address-calls.server'
import { addressKindOf } from '~/features/addresses/address-kind'
import { WithoutAddressField } from '~/forms/fields/without-address-field'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { platformName } from '~/i18n/platforms'
import { requireSignedIn } from '~/navigation/guards/guards.server'
import { redirectTo } from '~/navigation/redirect.server'
import { api } from '~/runtime/api.server'
import { BackToSettings } from '~/ui/back-to-settings'
import { LinkList } from '~/ui/link-list'
import { waysLeft } from './ways-left.server'

// Removes an address from the account.
export const handle: PageHandle = { title: (params) => `${addressKindOf({ params })}.remove.title` }

const one = z.literal('1').optional()
// `wait` comes from the button of the second verification.
const Remove = z.object({ wait: one, without_address: one })

export const loader = async (args: LoaderFunctionArgs) => {
  const kind = addressKindOf(args)
  await requireSignedIn(args)
  return reply({ kind, ...(await waysLeft(args, kind)) })
}

export const action = async (args: ActionFunctionArgs) => {
  const kind = addressKindOf(args)
  const form = await readForm(args, Remove)
  if (!form.ok) return form.reply()
  const wishes = { ...waitOf(form.value), ...(form.value.without_address && { without_address: 1 }) }
  const answer = await addressCalls[kind](await api(args)).unbind(wishes)
  const path = `/settings/${kind}`
  if (answer.ok && !answer.data.done) return redirectTo(args, { path, notice: `${kind}_removal_asked` })
  // The second of two clicks finds nothing bound.
  if (answer.ok || answer.code === 'nothing_bound') return redirectTo(args, { path, notice: `${kind}_removed` })
  return form.reply(answer)
}

export default function RemoveAddress() {
  const { t, i18n } = useTranslation()
  const { kind, address, ways, username, isLastAddress } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Remove>()
  const other = kind === 'mobile' ? 'email' : 'mobile'
  const addOther = { [`/settings/${other}`]: `${other}.add_first` }
  if (ways.length === 0)
    return (
      <>
        <h1>{t(`${kind}.remove.last_way_title`)}</h1>
        <p>{t(`${kind}.remove.last_way`, { [kind]: address })}</p>
        <LinkList
          title={`${kind}.remove.first`}
          links={{ ...addOther, '/settings/password': 'settings.advice.set_password' }}
        />
        <BackToSettings />
      </>
    )
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
          <h2>{t(`${kind}.remove.others`)}</h2>
          <ul className="steps">
            {ways.map(({ way, name }) => (
              <li key={way + name}>
                {t(`wayLeft.${way}`, { name: way === 'platform' ? platformName(i18n.language, name) : name })}
              </li>
            ))}
          </ul>
        </>
      }
      after={
        <>
          {isLastAddress && <LinkList title={`${kind}.remove.first`} links={addOther} />}
          <BackToSettings />
        </>
      }
    >
      {isLastAddress && <WithoutAddressField field={page.fields.without_address} username={username} waysAreListed />}
    </FormPage>
  )
}
