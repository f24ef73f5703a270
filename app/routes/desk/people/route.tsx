import { useTranslation } from 'react-i18next'
import { mayMakeNamed } from '#contract/operator/operator-calls'
import type { PageHandle } from '~/document/page-handle'
import type { DataOf } from '~/features/desk/act'
import { operatorData, runAct } from '~/features/desk/act.server'
import { ActPage } from '~/features/desk/act-page'
import { personAtDesk } from '~/features/desk/desk-paths'
import { type LoaderFunctionArgs, reply, useActionData, useLoaderData } from '~/framework'
import { unbroken } from '~/i18n/texts'
import { flashOf } from '~/navigation/flash/flash.server'
import { redirectTo } from '~/navigation/redirect.server'
import type { Args } from '~/runtime/load-context'
import { operator, requireOperator } from '~/runtime/operator.server'
import { type Column, DataTable } from '~/ui/data-table'
import { LinkRows } from '~/ui/link-list'
import { findPerson, recoveriesPath } from './person-acts'

// The search for a person.
export const handle: PageHandle = { title: 'act.showUser.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  const { scopes } = await requireOperator(args, 'showUser')
  return reply({ notice: flashOf(args.request), maySupport: mayMakeNamed(scopes, 'releaseLimits') })
}

/**
 * Finds a person: by a whole text or, if the operator may, by the beginning of a name or an address. A single result
 * opens; several are listed on the page.
 */
export const action = (args: Args) =>
  runAct(args, findPerson, async (code, { user }) => {
    const scopes = args.context.operator?.scopes ?? []
    if (code !== 'no_such_user' || !mayMakeNamed(scopes, 'findUsers')) return undefined
    const search = String(user)
    const { users, has_more } = operatorData(await (await operator(args)).findUsers({ search }))
    const [only, ...others] = users
    if (!only) return undefined
    return others.length === 0
      ? redirectTo(args, personAtDesk(only.user_id))
      : reply({ found: { search, users, has_more } })
  })

export default function FindPerson() {
  const { notice, maySupport } = useLoaderData<typeof loader>()
  const found = (useActionData() as { found?: Found } | undefined)?.found
  return (
    <ActPage
      act={findPerson}
      notice={notice}
      {...(found && { defaults: { user: found.search } })}
      back={{ path: '/desk', text: 'desk.back' }}
      after={
        <>
          {found && <FoundPeople found={found} />}
          <LinkRows
            links={{
              [recoveriesPath]: 'deskRecoveries.title',
              ...(maySupport && { '/desk/people/limits': 'act.releaseLimits.title' }),
            }}
          />
        </>
      }
    />
  )
}

type Found = DataOf<'findUsers'> & { search: string }
type Person = Found['users'][number]

/** The results of a search by a beginning. */
const FoundPeople = ({ found: { users, has_more } }: { found: Found }) => {
  const { t } = useTranslation()
  const columns: Column<Person>[] = [
    {
      heading: 'deskPerson.name',
      cell: ({ user_id, name, username }) => (
        <a href={personAtDesk(user_id)}>
          <bdi>{name ?? username}</bdi>
        </a>
      ),
    },
    { heading: 'deskPerson.username', cell: ({ name, username }) => name !== null && <bdi>{username}</bdi> },
    { heading: 'deskPerson.mobile', isShort: true, cell: ({ mobile }) => mobile !== null && unbroken(mobile) },
    { heading: 'deskPerson.email', cell: ({ email }) => email !== null && <bdi>{email}</bdi> },
    {
      heading: 'deskPerson.state',
      isShort: true,
      cell: ({ frozen_at, erased_on }) =>
        (frozen_at !== null && t('deskPerson.found_frozen')) || (erased_on !== null && t('deskPerson.found_erased')),
    },
  ]
  return (
    <>
      <h2>{t('deskPerson.found')}</h2>
      <DataTable things={users} keyOf={({ user_id }) => user_id} columns={columns} />
      {has_more && <p>{t('deskPerson.more_found')}</p>}
    </>
  )
}
