import { z } from 'zod'
import { sensitive } from '../terms/sensitive'
import { shownName } from '../terms/shown-names'

/** How a text of an organisation is typed and checked. */
type InfoKind = 'text' | 'lines' | 'url' | 'region'

interface Info {
  kind: InfoKind
  maxLength: number
}

/** Public facts of an organisation: all its members see them, and those who are invited. */
export const baseInfos = {
  short_name: { kind: 'text', maxLength: 30 },
  region: { kind: 'region', maxLength: 2 },
  website: { kind: 'url', maxLength: 200 },
} as const satisfies Record<string, Info>

/** Facts that those who may edit the organisation see. */
export const detailInfos = {
  address: { kind: 'lines', maxLength: 300 },
  contact_name: { kind: 'text', maxLength: 60 },
  contact_phone: { kind: 'text', maxLength: 30 },
  contact_email: { kind: 'text', maxLength: 254 },
  licence_number: { kind: 'text', maxLength: 60 },
} as const satisfies Record<string, Info>

export type BaseInfo = keyof typeof baseInfos
export type DetailInfo = keyof typeof detailInfos

const schemaOfKind: Record<InfoKind, (maxLength: number) => z.ZodString> = {
  text: (maxLength) => z.string().trim().max(maxLength),
  lines: (maxLength) => z.string().trim().max(maxLength),
  url: (maxLength) =>
    z
      .string()
      .trim()
      .max(maxLength)
      .regex(/^$|^https?:\/\/[^\s/$.?#][^\s]*$/i),
  region: () => z.string().regex(/^$|^[A-Z]{2}$/),
}

/** The schema of one text. Empty: there is none. */
export const infoSchema = ({ kind, maxLength }: Info): z.ZodString => schemaOfKind[kind](maxLength)

const infosSchema = <Infos extends Record<string, Info>>(infos: Infos) =>
  z.strictObject(
    Object.fromEntries(Object.entries(infos).map(([name, info]) => [name, infoSchema(info).optional()])) as Record<
      keyof Infos & string,
      z.ZodOptional<z.ZodString>
    >,
  )

export type BaseInfos = { [Name in BaseInfo]?: string | undefined }
export type DetailInfos = { [Name in DetailInfo]?: string | undefined }

/** An obfuscated object arrives as JSON. */
const fromJson = (value: unknown): unknown => {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value) as unknown
  } catch {
    return undefined
  }
}

/** base_infos and detail_infos of an input (spec section 3). */
export const base_infos = shownName(
  'organisation',
  sensitive(z.preprocess(fromJson, infosSchema(baseInfos))),
  'short_name',
)
export const detail_infos = sensitive(z.preprocess(fromJson, infosSchema(detailInfos)))

/** The same in an output. Another account API may have further facts, and may write ours in another way. */
const knownInfos = <Infos extends Record<string, Info>>(infos: Infos) =>
  z
    .object(
      Object.fromEntries(
        Object.entries(infos).map(([name, info]) => [name, infoSchema(info).optional().catch(undefined)]),
      ) as unknown as Record<keyof Infos & string, z.ZodOptional<z.ZodString>>,
    )
    .catchall(z.unknown())
export const knownBaseInfos = knownInfos(baseInfos)
export const knownDetailInfos = knownInfos(detailInfos)

/** Facts that only another account API has, by their names, as plain text. */
export const otherInfos = (known: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(known).flatMap(([name, value]) => {
      const isOurs = Object.hasOwn(baseInfos, name) || Object.hasOwn(detailInfos, name)
      if (isOurs || value === null || value === '' || value === undefined) return []
      return [[name, typeof value === 'object' ? JSON.stringify(value) : String(value)]]
    }),
  )
