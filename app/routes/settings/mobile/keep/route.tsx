import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { api } from '~/api.server'
import { loaded, requireSignedIn } from '~/flows/signed-in.server'
import { readForm } from '~/forms/read-form.server'
import { leave } from '~/session/leave.server'

// The number that was to be removed stays after all: a button of the page of the number.
const Keep = z.object({})
const page = '/settings/mobile'

export const loader = (args: LoaderFunctionArgs) => leave(args, page)

export const action = async (args: ActionFunctionArgs) => {
  await requireSignedIn(args)
  const form = await readForm(args, Keep)
  if (!form.ok) return leave(args, page)
  const client = await api(args)
  await loaded(args, await client.stopMobileRemoval({}))
  return leave(args, { path: page, notice: 'mobile_kept' })
}
