import { z } from 'zod'
import { isAtMost } from '#contract/terms/characters'
import { sensitive } from '#contract/terms/sensitive'
import { shownName } from '#contract/terms/shown-names'

/** How a text about an organisation is typed and checked. */
type InfoKind = 'text' | 'lines' | 'url' | 'region'

export interface Info {
  kind: InfoKind
  maxLength: number
}

/** Public details of an organisation: all members see them, as do invited people. */
export const baseInfos = {
  short_name: { kind: 'text', maxLength: 30 },
  region: { kind: 'region', maxLength: 2 },
  website: { kind: 'url', maxLength: 200 },
} as const satisfies Record<string, Info>

/** Details that only members who may edit the organisation see. */
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
  text: (maxLength) => z.string().trim().refine(isAtMost(maxLength)).meta({ maxLength }),
  lines: (maxLength) => z.string().trim().refine(isAtMost(maxLength)).meta({ maxLength }),
  url: (maxLength) =>
    z
      .string()
      .trim()
      .refine(isAtMost(maxLength))
      .regex(/^$|^https?:\/\/[^\s/$.?#][^\s]*$/i)
      .meta({ maxLength }),
  region: () => z.string().regex(/^$|^[A-Z]{2}$/),
}

/** The schema of one text. Empty: unknown. */
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

/** The details in an output. Another account API may have more, and may write them differently. */
const toldInfos = <Infos extends Record<string, Info>>(infos: Infos) =>
  z
    .object(
      Object.fromEntries(
        Object.entries(infos).map(([name, info]) => [name, infoSchema(info).or(z.unknown()).optional()]),
      ) as unknown as Record<keyof Infos & string, z.ZodOptional<z.ZodUnknown>>,
    )
    .catchall(z.unknown())
export const toldBaseInfos = toldInfos(baseInfos)
export const toldDetailInfos = toldInfos(detailInfos)

/** The known details among those that an account API returns, if they are written in the known form. */
export const ownInfos = <Name extends string>(
  infos: Record<Name, Info>,
  told: Record<string, unknown>,
): { [Each in Name]?: string } =>
  Object.fromEntries(
    Object.entries<Info>(infos).flatMap(([name, info]) => {
      const { data } = infoSchema(info).safeParse(told[name])
      return data ? [[name, data]] : []
    }),
  ) as { [Each in Name]?: string }

/** The other details, which only another account API has, or writes differently. */
export const otherInfos = (infos: Record<string, Info>, told: Record<string, unknown>): Record<string, unknown> => {
  const own = ownInfos(infos, told)
  return Object.fromEntries(Object.entries(told).filter(([name]) => !Object.hasOwn(own, name)))
}
