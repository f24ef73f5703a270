import type { z } from 'zod'
import type { Calls } from '#contract/calls'
import { inSubject } from '~/features/organisations/acting.server'
import { organisationPath } from '~/features/organisations/organisation-path'
import { requireData } from '~/navigation/guards/guards.server'
import { problem } from '~/navigation/problem'
import { isAbsent } from '~/runtime/absent-calls.server'
import { api } from '~/runtime/api.server'
import type { Args } from '~/runtime/load-context'

/** Names the application of the page's URL in a call. */
export const thisClient = (args: Pick<Args, 'params'>) => ({ ...inSubject(args), client_key: args.params.client ?? '' })

/** The application in the page's URL, and the issuer that its developers need; or a problem page. */
export const requireClient = async (args: Args): Promise<z.output<Calls['subjectClientInfo']['output']>> => {
  const answer = await (await api(args)).subjectClientInfo(thisClient(args))
  if (!answer.ok && (answer.code === 'no_client_of_subject' || answer.code === 'invalid_input')) throw problem('gone')
  return requireData(args, answer)
}

/** The page of the applications, or of the one in the page's URL. */
export const clientsPath = (args: Pick<Args, 'params'>): string => organisationPath(inSubject(args), '/applications')
export const clientPath = (args: Pick<Args, 'params'>): string =>
  `${clientsPath(args)}/${encodeURIComponent(thisClient(args).client_key)}`

/** The texts of the pages of an application that replace others, and the destinations of their links. */
export const clientTexts = (args: Pick<Args, 'params'>) => ({ '/applications': clientsPath(args) })

/** The scopes of APIs that the organisation may give to its applications. */
export const offeredScopes = async (args: Args) => {
  const answer = isAbsent('listSubjectClients')
    ? undefined
    : await (await api(args)).listSubjectClients(inSubject(args))
  return answer?.ok ? answer.data.offered_scopes : []
}
