import { z } from 'zod'
import { type Call, errorsOf, pathFields, type UserCall, variants, wireOfVariant } from '#contract/call'
import { allCalls } from '#contract/calls'
import { errors } from '#contract/errors'
import { headerNames, sessionCookie } from '#contract/wire/headers'
import { signatureHeaders, signatureUse, signatureVersion, signedHeaders } from '#contract/wire/signing'
import { wires } from '#contract/wire/wires'
import { withSharedParts } from './shared-parts'

export type Schema = Record<string, unknown>
type Fields = Schema & { properties?: Record<string, Schema>; required?: string[] }

/** The JSON schema of a type, without the metadata of its document. */
export const schemaOf = (type: z.ZodType, io: 'input' | 'output'): Schema => {
  const { $schema, additionalProperties, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any' })
  return schema
}

const mediaTypeOf = { json: 'application/json', multipart: 'multipart/form-data' }

/** The schema of an envelope. Its number is 0 for a success, and one of the errors for a failure. */
const envelopeOf = (sealed: object, number: Schema): Schema => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(sealed).map(([key, value]) => {
      if (typeof value === 'number') return [key, number]
      if (typeof value === 'object') return [key, envelopeOf(value, number)]
      return [key, value === '' ? { type: 'string' } : { const: value }]
    }),
  ),
  required: Object.keys(sealed),
})

const either = (name: string): Schema => ({
  description: variants.map((variant) => `${variant}: ${name}_${wireOfVariant[variant]}`).join(', '),
  anyOf: [...new Set(Object.values(wireOfVariant))].map((wire) => ({ $ref: `#/components/schemas/${name}_${wire}` })),
})

/**
 * The envelopes of successes and failures, by their wires. A call in all variants has the envelope of the variant in
 * its path.
 */
const envelopes = (): Record<string, Schema> => {
  const { operator: _, ...ofPeople } = wires
  const ofWires = Object.entries(ofPeople).flatMap(([wire, { seal }]) => [
    [`success_${wire}`, envelopeOf(seal({ ok: true, data: {} }), { const: 0 })],
    [`failure_${wire}`, envelopeOf(seal({ ok: false, number: 0, description: '', data: {} }), { type: 'integer' })],
  ])
  return { ...Object.fromEntries(ofWires), success_variant: either('success'), failure_variant: either('failure') }
}

export const inputOf = (row: Pick<Call, 'input' | 'aliases' | 'body'>, method: string, path: string): Schema => {
  const { properties = {}, required: requiredAll = [], ...schema } = schemaOf(row.input, 'input') as Fields
  // A field with a second name may have either.
  const aliases = Object.entries(row.aliases).filter(([, { of }]) => requiredAll.includes(of))
  const required = requiredAll.filter((name) => !aliases.some(([, { of }]) => of === name))
  const oneOfEach = aliases.map(([alias, { of }]) => ({ anyOf: [{ required: [of] }, { required: [alias] }] }))
  const inPath = pathFields(path)
  const inBody = (name: string) => method === 'POST' && !inPath.includes(name)
  const parameters = Object.entries(properties)
    .filter(([name]) => !inBody(name))
    .map(([name, property]) => ({
      name,
      in: inPath.includes(name) ? 'path' : 'query',
      required: required.includes(name),
      schema: property,
    }))
  if (method === 'GET') return { parameters }
  const fields = Object.fromEntries(Object.entries(properties).filter(([name]) => inBody(name)))
  const needed = required.filter(inBody)
  const bodySchema = {
    ...schema,
    properties: fields,
    ...(needed.length > 0 && { required: needed }),
    ...(oneOfEach.length > 0 && { allOf: oneOfEach }),
  }
  const content = { [mediaTypeOf[row.body ?? 'json']]: { schema: bodySchema } }
  return { ...(parameters.length > 0 && { parameters }), requestBody: { required: true, content } }
}

const contentOf = (row: UserCall): Schema => {
  if (row.answers !== 'bytes') {
    const properties = { data: schemaOf(row.output, 'input') }
    return {
      'application/json': { schema: { allOf: [{ $ref: `#/components/schemas/success_${row.wire}` }, { properties }] } },
    }
  }
  const { media_type, bytes } = (schemaOf(row.output, 'output') as Fields).properties ?? {}
  const types = (media_type?.enum ?? []) as string[]
  return Object.fromEntries(types.map((type) => [type, { schema: bytes }]))
}

/** The parts of a document that differ between calls of people and of operators. */
interface Parts<Row extends Call> {
  title: string
  rows: readonly Row[]
  security: Schema[]
  components: Record<string, Schema>
  /** The facts of an operation's row besides its input and its answers. */
  tells(row: Row): Schema
  contentOf(row: Row): Schema
  failuresOf(row: Row): Schema
}

const operation = <Row extends Call>(
  { tells, contentOf, failuresOf }: Parts<Row>,
  row: Row,
  method: string,
): Schema => {
  const { parameters = [], ...input } = inputOf(row, method, row.path)
  const all = [...(row.wire === 'variant' ? [variantParameter] : []), ...(parameters as Schema[])]
  return {
    operationId: row.name + (method === row.method ? '' : `_${method.toLowerCase()}`),
    summary: row.summary,
    ...tells(row),
    ...(all.length > 0 && { parameters: all }),
    ...input,
    responses: {
      200: {
        description: row.answers === 'bytes' ? 'The file.' : 'Success.',
        headers: { [headerNames.logId]: { $ref: '#/components/headers/logId' } },
        content: contentOf(row),
      },
      ...failuresOf(row),
    },
  }
}

const variantParameter = { name: 'variant', in: 'path', required: true, schema: { enum: variants } }

/** The numbers and the HTTP statuses of all failures, by their names. */
const numbered = () =>
  Object.fromEntries(Object.entries(errors).map(([name, { number, status }]) => [name, { number, status }]))

/**
 * An OpenAPI 3.1 document. Its components are shared by several calls, and named after the first call that has them.
 */
export const documentOf = <Row extends Call>(parts: Parts<Row>): Schema => {
  const { title, rows, security, components } = parts
  const paths: Record<string, Schema> = {}
  for (const row of [...rows].sort((one, other) => (one.name < other.name ? -1 : 1)))
    for (const method of [row.method, row.alsoMethod].filter((each) => each !== undefined))
      paths[row.path] = { ...paths[row.path], [method.toLowerCase()]: operation(parts, row, method) }
  const headers = { logId: { schema: { type: 'string' } } }
  const info = { title, version: '1' }
  return withSharedParts({ openapi: '3.1.0', info, security, paths, components: { headers, ...components } })
}

/** The calls of people. */
export const openApiDocument = (): Schema =>
  documentOf({
    title: 'Butterfly account API',
    rows: allCalls,
    security: [{ signature: [] }],
    tells: (row) => ({
      'x-obscured-fields': row.sensitive,
      'x-errors': errorsOf(row),
      ...(row.auth !== 'none' && { security: [{ signature: [], session: [] }] }),
    }),
    contentOf,
    failuresOf: (row) => ({
      default: {
        description: 'One of x-errors, in the envelope of this path, with its number, a description and its data.',
        content: { 'application/json': { schema: { $ref: `#/components/schemas/failure_${row.wire}` } } },
      },
    }),
    components: {
      'x-errors': numbered(),
      schemas: envelopes(),
      securitySchemes: {
        signature: {
          type: 'apiKey',
          in: 'header',
          name: signatureHeaders.signature,
          description: [
            `\`${signatureVersion}=\` and, in hexadecimal, the HMAC-SHA256 of these lines, joined by a line feed:`,
            `the method; the path with its query; ${signatureHeaders.timestamp} (seconds since the epoch);`,
            `${signatureHeaders.nonce} (16 to 64 letters, digits, - or _, new for each request);`,
            'the SHA-256 of the raw body in hexadecimal; and a line `name:value` for each of these headers, in this order,',
            `with an empty value for an absent one: ${signedHeaders.join(', ')}.`,
            `The key is HKDF-SHA256 of the application key, with the salt \`butterfly\` and the info \`${signatureUse}\`, 32 bytes.`,
            'A request with a signed header twice is refused.',
          ].join(' '),
        },
        session: { type: 'apiKey', in: 'cookie', name: sessionCookie },
      },
    },
  })
