import { z } from 'zod'
import { unlessUnavailable } from '~/navigation/returning/kept-address.server'
import { isAbsent } from '~/runtime/absent-calls.server'
import { api } from '~/runtime/api.server'
import { type Args, oncePerRequest } from '~/runtime/load-context'
import { packed, unpacked } from '~/session/packed-fields.server'
import { isOwnRequestKey, requestKeyField, requestKeyIn } from '~/session/request-key.server'
import { seal, unseal } from '~/session/seal.server'
import { sealedCookie } from '~/session/sealed-cookie.server'
import { visitor } from '~/session/visitor.server'

const minutes = 60
const purpose = 'fields of a late form'
/** The longest sealed form that the account API keeps. */
const maxLength = 48 * 1024

/**
 * The form that was posted after its session had ended. The cookie binds it to this browser, and its request key to the
 * account whose page it was; the account API keeps the fields, sealed.
 */
const keptCookie = sealedCookie({
  name: 'butterfly_late_form',
  purpose: 'late form',
  minutes,
  schema: z.object({ handle: z.string(), path: z.string(), requestKey: z.string() }),
})

/** Fields that prove something, or that only their own page knows. They are not stored. */
const isUnkept = (name: string): boolean =>
  /(^|_)(password|code|ticket|token)s?$/.test(name) || [requestKeyField, 'parked', 'form_lines'].includes(name)

/**
 * Stores the form of a request that turns out to have no session, and returns the Set-Cookie header that finds it
 * again. Undefined when it cannot be stored: it has no request key, it is too long, or the account API stores none.
 */
export const keepLateForm = async (args: Args): Promise<string | undefined> => {
  const { typed } = args.context
  const requestKey = typed && requestKeyIn(typed)
  if (!typed || requestKey === undefined || isAbsent('keepReturnAddress')) return undefined
  const fields = new FormData()
  for (const [name, value] of typed) if (!isUnkept(name)) fields.append(name, value)
  const form = await seal({ fields: await packed(fields), requestKey }, { purpose, minutes })
  if (form.length > maxLength) return undefined
  const path = pathOf(args)
  const kept = await unlessUnavailable((await api(args)).keepReturnAddress({ address: path, form }))
  return kept?.ok ? keptCookie.write({ handle: kept.data.handle, path, requestKey }) : undefined
}

const keptHere = async (args: Args) => {
  const kept = await keptCookie.read(args.request)
  return kept?.path === pathOf(args) && (await isOwnRequestKey(args, kept.requestKey)) ? kept : undefined
}

/** The form that waits on this page for the now signed-in account. */
export const lateForm: (args: Args) => Promise<FormData | undefined> = oncePerRequest(async (args) => {
  if (args.request.method !== 'GET' || !keptCookie.isIn(args.request) || !(await visitor(args)).signedIn)
    return undefined
  const kept = await keptHere(args)
  if (!kept) return undefined
  const found = await unlessUnavailable((await api(args)).returnAddress({ handle: kept.handle }))
  const sealed = found?.ok ? found.data.form : null
  const opened = sealed
    ? await unseal<{ fields: string; requestKey: string }>(sealed, { purpose, maxLength })
    : undefined
  return opened?.requestKey === kept.requestKey ? unpacked(opened.fields) : undefined
})

/** The Set-Cookie header that forgets the late form of a page, once that page's form was posted again. */
export const forgetLateForm = async (args: Args): Promise<string[]> =>
  args.request.method === 'POST' && keptCookie.isIn(args.request) && (await keptHere(args)) ? [keptCookie.clear()] : []

const pathOf = ({ request }: Args): string => new URL(request.url).pathname
