import { z } from 'zod'
import { picture } from '~/forms/field-schemas'
import { readForm } from '~/forms/read-form.server'
import { typedText } from '~/forms/values/typed-text'
import { reply } from '~/framework'
import { flashOf } from '~/navigation/flash/flash.server'
import { requireData, requireSignedIn } from '~/navigation/guards/guards.server'
import { redirectTo } from '~/navigation/redirect.server'
import { api } from '~/runtime/api.server'
import { env } from '~/runtime/env.server'
import type { Args } from '~/runtime/load-context'
import type { PictureKind } from './picture'

export const Upload = z.object({ pic: picture })

/** The form of a picture that can also be removed. */
export const UploadOrRemove = z
  .object({ pic: picture.optional(), remove: z.string().optional() })
  .refine(({ pic, remove }) => pic !== undefined || remove !== undefined, {
    path: ['pic'],
    message: 'pictureRefusal.missing',
  })

const bytesOf = async (file: Blob) => new Uint8Array(await file.arrayBuffer())

/** The picture that such a form sends. Undefined: the current one is removed. */
export const sentPicture = async ({ pic, remove }: z.output<typeof UploadOrRemove>) =>
  pic === undefined || remove !== undefined ? undefined : bytesOf(pic)

/** The loader of the pages of a picture: the current one, and the default ones. */
export const loadPictures = async (args: Args, kind: PictureKind) => {
  await requireSignedIn(args)
  const client = await api(args)
  const { aid } = env().accountApi
  const [info, defaults] = await Promise.all([
    client.accountInfo({}),
    kind === 'avatar' ? client.defaultAvatars({ aid }) : client.defaultBackgrounds({ aid }),
  ])
  const account = await requireData(args, info)
  const { items } = await requireData(args, defaults)
  return reply({ notice: flashOf(args.request), current: account[kind], defaults: items.map(({ key }) => key) })
}

/** The action of the page that takes a file. */
export const uploadPicture = async (args: Args, kind: PictureKind) => {
  const form = await readForm(args, Upload)
  if (!form.ok) return form.reply()
  const pic = await bytesOf(form.value.pic)
  const client = await api(args)
  const answer = kind === 'avatar' ? await client.uploadAvatar({ pic }) : await client.uploadPicture({ pic })
  return answer.ok ? changed(args, kind) : form.reply(answer)
}

/** The action of the form that chooses a default picture. */
export const choosePicture = async (args: Args, kind: PictureKind) => {
  const form = await readForm(args, z.object({ [kind]: typedText(kind) }))
  if (!form.ok) return form.reply()
  const client = await api(args)
  const value = form.value[kind] ?? ''
  const answer = await client.updateUserInfo({ field_namespace: 'profile', field: kind, value })
  return answer.ok ? changed(args, kind) : form.reply(answer)
}

const changed = (args: Args, kind: PictureKind) =>
  redirectTo(args, { path: `/settings/${kind}`, notice: `${kind}_changed` })
