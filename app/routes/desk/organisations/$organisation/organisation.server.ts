import { operatorData } from '~/features/desk/act.server'
import type { Args } from '~/runtime/load-context'
import { operator } from '~/runtime/operator.server'

/** The organisation of the page, with its id. */
export const organisationOf = async (args: Args) => {
  const { organisation: sec_subject_uid = '' } = args.params
  const client = await operator(args)
  return { sec_subject_uid, ...operatorData(await client.showOrganisation({ sec_subject_uid })) }
}
