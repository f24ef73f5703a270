import { mayMakeNamed } from '#contract/operator/operator-calls'
import type { PageHandle } from '~/document/page-handle'
import { ActPage } from '~/features/desk/act-page'
import { type LoaderFunctionArgs, reply, useActionData, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash/flash.server'
import { requireOperator } from '~/runtime/operator.server'
import { LinkRows } from '~/ui/link-list'
import { findPeople } from './find.server'
import { type Found, FoundPeople } from './found-people'
import { findPerson, recoveriesPath } from './person-acts'

// The search for a person.
export const handle: PageHandle = { title: 'act.showUser.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  const { scopes } = await requireOperator(args, 'showUser')
  return reply({ notice: flashOf(args.request), maySupport: mayMakeNamed(scopes, 'releaseLimits') })
}

export const action = findPeople

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
