import { z } from 'zod'
import {
  type BaseInfo,
  baseInfos,
  type DetailInfo,
  detailInfos,
  infoSchema,
} from '#contract/organisations/organisation-infos'
import { spelt } from '#rules/typed/text'
import { readable } from '~/forms/values/typed-text'

export const subjectName = readable('subject_name', { maxLength: 100, plain: spelt })

/** The fields of a form for facts of an organisation, each of which may be left empty. */
const infoFields = <Infos extends Record<string, Parameters<typeof infoSchema>[0]>>(infos: Infos) =>
  Object.fromEntries(
    Object.entries(infos).map(([name, info]) => [
      name,
      z
        .string()
        .default('')
        .refine((typed) => infoSchema(info).safeParse(typed).success, `organisation.info.${info.kind}_invalid`),
    ]),
  ) as unknown as Record<keyof Infos & string, z.ZodDefault<z.ZodString>>

export const baseInfoFields = infoFields(baseInfos)
export const detailInfoFields = infoFields(detailInfos)

/** The facts of a form, apart from its other fields. */
export const infosOf = <Name extends string>(
  infos: Record<Name, unknown>,
  form: Record<string, unknown>,
): { [Each in Name]?: string } =>
  Object.fromEntries(
    Object.keys(infos).flatMap((name) => (typeof form[name] === 'string' ? [[name, form[name]]] : [])),
  ) as { [Each in Name]?: string }

export const baseInfoNames = Object.keys(baseInfos) as BaseInfo[]
export const detailInfoNames = Object.keys(detailInfos) as DetailInfo[]
