import { z } from 'zod'
import { api } from '~/api.server'
import { readForm } from '~/forms/read-form.server'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '~/framework'
import { requireData, requireSignedIn } from '~/navigation/guards.server'
import { redirectTo } from '~/navigation/redirect.server'

// The number that was to be removed stays after all: a button of the page of the number.
const Keep = z.object({})
const page = '/settings/mobile'

export const loader = (args: LoaderFunctionArgs) => redirectTo(args, page)

export const action = async (args: ActionFunctionArgs) => {
  await requireSignedIn(args)
  const form = await readForm(args, Keep)
  if (!form.ok) return redirectTo(args, page)
  const client = await api(args)
  await requireData(args, await client.stopMobileRemoval({}))
  return redirectTo(args, { path: page, notice: 'mobile_kept' })
}
